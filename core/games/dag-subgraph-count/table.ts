import { bitCount, highestBit } from '../../number/bits.ts';
import { defineTable, type RoundRange } from '../../table-split.ts';
import {
  type BlockRange,
  blocksOf,
  GrundyLayerBlocks,
  roundCount,
} from '../../theory/grundy-layer-blocks.ts';
import { lowVertices } from '../../theory/grundy-layer-maps.ts';
import { stepsOfRound } from './plan.ts';
import type { Answer, Case } from './rules.ts';
import { layersOf, subsetsWon, twoSources } from './solve.ts';

/** Blocks of one round, or all blocks of several rounds one after another. */
export interface Part {
  readonly rounds: RoundRange;
  readonly blocks: BlockRange;
}

/** The table holds π of the sets of inner vertices, in the order of their masks; a round appends to it. */
export const table = defineTable<Case, Answer, Part>({
  rounds: (c) => roundCount(twoSources(c).inner),
  steps: stepsOfRound,
  parts: (_c, rounds, count) => {
    const { first } = blocksOf(rounds.first);
    const { last } = blocksOf(rounds.last);
    const whole = { rounds, blocks: { first, last } };
    return rounds.first === rounds.last ? cut(whole, count) : [whole];
  },
  cells: (c) => 2 ** twoSources(c).inner,
  writes: (c, { blocks: { first, last } }) => {
    const size = blockSize(c);
    return { start: first * size, end: last * size };
  },
  reads: (c, { rounds, blocks }) => {
    const size = blockSize(c);
    if (rounds.first === 0) return [];
    const ranges =
      rounds.first === rounds.last
        ? blocksBelow(blocks)
        : [{ first: 0, last: blocksOf(rounds.first).first }];
    return ranges.map(({ first, last }) => ({ start: first * size, end: last * size }));
  },
  allocate: (c) => {
    const pages = Math.ceil((4 * 2 ** twoSources(c).inner) / 65536);
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  },
  attach: (c, memory) => {
    const layers = layersOf(c);
    const blocks = new GrundyLayerBlocks(layers);
    const cells = new Uint32Array(memory.buffer, 0, 2 ** layers.graph.inner);
    return {
      cells,
      solve: ({ rounds, blocks: { first, last } }) => {
        for (let round = rounds.first; round <= rounds.last; round++) {
          const all = blocksOf(round);
          const range = { first: Math.max(first, all.first), last: Math.min(last, all.last) };
          const target = cells.subarray(range.first * blocks.size, range.last * blocks.size);
          target.fill(0);
          blocks.solve(range, cells, target);
        }
      },
      finish: () => subsetsWon(c, layers.shareOfAll(cells)),
    };
  },
});

function blockSize(c: Case): number {
  return 2 ** lowVertices(twoSources(c).inner);
}

/**
 * Halves the costliest part until there are `count`. A part is all blocks with the same leading bits;
 * one with k leading ones and f free bits has 2^(k − 1) · 3^f pairs (Th, Qh) in a round. Parts of the
 * same leading bits read few and long ranges.
 */
function cut({ rounds, blocks }: Part, count: number): readonly Part[] {
  const parts = [blocks];
  while (parts.length < count) {
    let costliest = 0;
    for (let at = 1; at < parts.length; at++) {
      if (pairs(parts[at] as BlockRange) > pairs(parts[costliest] as BlockRange)) costliest = at;
    }
    const { first, last } = parts[costliest] as BlockRange;
    if (last - first < 2) break;
    const middle = (first + last) / 2;
    parts.splice(costliest, 1, { first, last: middle }, { first: middle, last });
  }
  parts.sort((a, b) => pairs(b) - pairs(a));
  return parts.map((each) => ({ rounds, blocks: each }));
}

function pairs({ first, last }: BlockRange): number {
  return 2 ** bitCount(first) * 3 ** Math.log2(last - first);
}

/** All blocks Qh of earlier rounds below a block of a part: some leading ones off, the free bits any. */
function blocksBelow({ first, last }: BlockRange): readonly BlockRange[] {
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
