import { bitCount, highestBit } from '../../number/bits.ts';
import type { RoundRange } from '../../table-split.ts';
import type { BlockRange } from '../../theory/grundy-layer-blocks.ts';

/**
 * Halves the costliest ranges until there are `count`. A range is all blocks with the same leading bits;
 * one with k leading ones and f free bits has 2^(k − 1) · 3^f pairs (Th, Qh) in its round, and its halves
 * have one and two thirds of them. Ranges of the same leading bits read few and long ranges.
 */
export function cut(blocks: BlockRange, count: number): readonly BlockRange[] {
  const { limit, more } = finest(blocks, count);
  const ranges: BlockRange[] = [];
  let left = more;
  const add = ({ first, last }: BlockRange) => {
    const cost = pairs({ first, last });
    const isHalved = last - first > 1 && (cost > limit || (cost === limit && left-- > 0));
    if (!isHalved) {
      ranges.push({ first, last });
      return;
    }
    const middle = (first + last) / 2;
    add({ first, last: middle });
    add({ first: middle, last });
  };
  add(blocks);
  return ranges.sort((a, b) => pairs(b) - pairs(a));
}

/** Ranges above a cost of `limit` pairs are halved, and `more` of those that cost as much. */
function finest(blocks: BlockRange, count: number): { limit: number; more: number } {
  const alike = new Map([[pairs(blocks), 1]]);
  const smallest = 2 ** (Math.log2(blocks.last - blocks.first) + bitCount(blocks.first));
  for (let ranges = 1; ; ) {
    const limit = Math.max(...alike.keys());
    const found = alike.get(limit) ?? 0;
    if (ranges + found > count || limit <= smallest) return { limit, more: count - ranges };
    alike.delete(limit);
    for (const cost of [limit / 3, (2 * limit) / 3])
      alike.set(cost, (alike.get(cost) ?? 0) + found);
    ranges += found;
  }
}

function pairs({ first, last }: BlockRange): number {
  return 2 ** bitCount(first) * 3 ** Math.log2(last - first);
}

/**
 * The blocks Qh of earlier rounds that a part reads: all of them before the first of several rounds; of
 * one round those below a block of the part, with some of its leading ones off and the free bits any.
 */
export function blocksBelow(
  rounds: RoundRange,
  { first, last }: BlockRange,
): readonly BlockRange[] {
  if (first === 0) return [];
  if (rounds.first !== rounds.last) return [{ first: 0, last: first }];
  const size = last - first;
  const fixed = first ^ (1 << highestBit(first));
  const ranges: { first: number; last: number }[] = [];
  for (let rest = 0; ; rest = (rest - fixed) & fixed) {
    const before = ranges.at(-1);
    if (before?.last === rest) before.last = rest + size;
    else ranges.push({ first: rest, last: rest + size });
    if (rest === fixed) return ranges;
  }
}
