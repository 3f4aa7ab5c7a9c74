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

/** The largest number that is allowed, as a text. */
export function largest({ max }: Limit): string {
  return Number.isFinite(max) ? `${max}` : `10^${LONGEST_NUMBER} − 1`;
}

/** `1 ≤ n ≤ 100`. */
export function allowedBy(limit: Limit): string {
  return `${limit.min} ≤ ${limit.symbol} ≤ ${largest(limit)}`;
}
