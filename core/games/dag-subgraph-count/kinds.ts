import type { TwoSources } from '../../theory/count-by-grundy-layers.ts';

/** As in `assembly/kinds.ts`. */
const MOST_KINDS = 256;

/**
 * How many different weight tables the high parts have whose vertices lie from `low` on and below `end`; null
 * where they are too many to be shared. See `assembly/kinds.ts`.
 */
export function tableKinds(
  { out, fromFirst, fromSecond }: TwoSources,
  low: number,
  end: number,
): number | null {
  const tails = [...out.subarray(0, low), fromFirst, fromSecond];
  const classes = new Map<number, number>();
  for (let head = low; head < end; head++) {
    const pattern = tails.reduce((set, heads, at) => set | (((heads >>> head) & 1) << at), 0);
    classes.set(pattern, (classes.get(pattern) ?? 0) + 1);
  }
  let kinds = 1;
  for (const members of classes.values()) kinds *= members + 1;
  return kinds <= MOST_KINDS ? kinds : null;
}
