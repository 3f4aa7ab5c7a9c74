/** A run of indices; `last` is not included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Cuts 0 … length − 1 into at most `count` ranges of about equal length, at least one of them. */
export function cutRange(length: number, count: number): readonly Range[] {
  const parts = Math.max(1, Math.min(count, length));
  return Array.from({ length: parts }, (_, part) => ({
    first: Math.floor((part * length) / parts),
    last: Math.floor(((part + 1) * length) / parts),
  }));
}
