/** 12345 → `12 345`, with a narrow no-break space. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** `1 error`, `2 errors`, `12 345 errors`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Milliseconds as people read them: `0.4 ms`, `12 ms`, `3.1 s`, `2 m 5 s`, `3 h 20 m`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${Math.round(seconds % 60)} s`;
  return `${grouped(Math.floor(minutes / 60))} h ${minutes % 60} m`;
}
