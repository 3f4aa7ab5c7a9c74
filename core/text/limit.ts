/**
 * One number of a game's grammar and the bounds it is checked against.
 * `published` is the bound of the judge's statement, a floor; `max` is ours, set by the types.
 */
export interface Limit {
  readonly symbol: string;
  readonly min: number;
  /** Infinity where only the number of digits is bounded. */
  readonly max: number;
  readonly published?: number;
}

export type Limits = Readonly<Record<string, Limit>>;

/** Digits of a number, whatever its own limit. */
export const LONGEST_NUMBER = 4000;

/** `1 ≤ n ≤ 100`. */
export function allowedBy({ symbol, min, max }: Limit): string {
  return `${min} ≤ ${symbol} ${atMost(max)}`;
}

/** `≤ 100`, or the number of digits where only that is bounded. */
export function atMost(max: number): string {
  return Number.isFinite(max) ? `≤ ${max}` : `< 10^${LONGEST_NUMBER}`;
}
