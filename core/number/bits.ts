/** How many bits of a 32-bit mask are set. Source: H. S. Warren, Hacker's Delight, section 5-1. */
export function bitCount(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of the lowest set bit, for a mask other than 0. */
export function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** Number of the highest set bit, or −1 for 0. */
export function highestBit(mask: number): number {
  return 31 - Math.clz32(mask);
}
