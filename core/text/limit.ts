/**
 * One number of a game's grammar and the bounds it is checked against.
 * `published` is the bound of the judge's statement, a floor; `max` is ours, set by the types.
 */
export interface Limit {
  readonly symbol: string;
  readonly min: number;
  readonly max: number;
  readonly published?: number;
}

export type Limits = Readonly<Record<string, Limit>>;
