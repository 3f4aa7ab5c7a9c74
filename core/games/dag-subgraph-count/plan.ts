import { type Cost, defineSplit } from '../../game.ts';
import { rememberLast } from '../../graph/remember-last.ts';
import { wordsAsBytes } from '../../number/binary.ts';
import { bitCount, highestBit } from '../../number/bits.ts';
import { Random } from '../../random/random.ts';
import type { TwoSources } from '../../theory/count-by-grundy-layers.ts';
import {
  type BlockRange,
  blocksOf,
  GrundyLayerBlocks,
  roundCount,
} from '../../theory/grundy-layer-blocks.ts';
import { lowVertices } from '../../theory/grundy-layer-maps.ts';
import type { Answer, Case } from './rules.ts';
import { layersOf, subsetsWon, twoSources } from './solve.ts';

/** Measured against one pair of sets in the inner loop: a pair in a map, a row of an image, a term of the last sum. */
const STEPS_PER_MAP_PAIR = 8;
const STEPS_PER_ROW = 10;
const STEPS_PER_TERM = 4;

const SAMPLES = 128;

/** How many pairs of sets (T, Q) and of high parts (Th, Qh) have a weight other than 0. */
export interface Pairs {
  readonly pairs: number;
  readonly highPairs: number;
}

/** The pairs, and what goes with them: one map per Th, one image per (Th, Qh), the last sum. */
export const cost = rememberLast((c: Case): Cost => {
  const graph = twoSources(c);
  const { inner, vertices } = graph;
  const low = lowVertices(inner);
  const { pairs, highPairs } = countPairs(graph);
  const mapPairs = 2 ** (inner - low) * 3 ** low * STEPS_PER_MAP_PAIR;
  const rows = highPairs * 2 ** low * STEPS_PER_ROW;
  const terms = 2 ** inner * vertices * STEPS_PER_TERM;
  return { steps: pairs + mapPairs + rows + terms, bytes: 8 * 2 ** inner + 64 * 3 ** low };
});

/**
 * Exact for a complete graph, (3^(n − 3) − 1) / 2 + 2^(n − 3) pairs; else estimated. A random T holds
 * a highest vertex, chosen as often as a complete graph has pairs with it, and each vertex below it
 * with probability 1/3. Every other vertex below it lies in Q or in neither; without an edge into T
 * only in neither, which halves the pairs: the mean over T of these halvings is the share of the pairs
 * of a complete graph that this one has. O(n) a sample.
 */
export function countPairs(graph: TwoSources): Pairs {
  const { inner } = graph;
  const low = lowVertices(inner);
  const random = new Random(inner);
  let share = 0;
  let highShare = 0;
  for (let sample = 0; inner > low && sample < SAMPLES; sample++) {
    const free = withoutEdgeInto(randomLayer(random, inner, low), graph);
    share += 0.5 ** bitCount(free) / SAMPLES;
    highShare += 0.5 ** bitCount(free >>> low) / SAMPLES;
  }
  const lowPairs = (3 ** low - 1) / 2 + 2 ** inner;
  return {
    pairs: lowPairs + (share * (3 ** inner - 3 ** low)) / 2,
    highPairs: (highShare * (3 ** (inner - low) - 1)) / 2,
  };
}

function randomLayer(random: Random, inner: number, low: number): number {
  let top = inner - 1;
  while (top > low && random.below(3) === 0) top--;
  let layer = 1 << top;
  for (let v = 0; v < top; v++) if (random.below(3) === 0) layer |= 1 << v;
  return layer;
}

/** The vertices below the highest one of a layer that are not in it and have no edge into it. */
function withoutEdgeInto(layer: number, { out }: TwoSources): number {
  let free = 0;
  for (let v = highestBit(layer) - 1; v >= 0; v--) {
    if (((layer >>> v) & 1) === 0 && ((out[v] as number) & layer) === 0) free |= 1 << v;
  }
  return free;
}

/**
 * The state is the table of π over the sets of inner vertices finished so far, in the order of their
 * masks; a round appends to it. A part is a range of the blocks of a round.
 */
export const split = defineSplit<Case, Answer, Uint32Array, BlockRange, Uint32Array>({
  rounds: (c) => roundCount(twoSources(c).inner),
  start: () => new Uint32Array(0),
  parts: (_c, round, count) => cut(blocksOf(round), count),
  solvePart: (c, state, part) => {
    const blocks = new GrundyLayerBlocks(layersOf(c));
    const target = new Uint32Array((part.last - part.first) * blocks.size);
    blocks.solve(part, state, target);
    return target;
  },
  merge: (_c, state, partials) => concatenated([state, ...partials]),
  finish: (c, state) => subsetsWon(c, layersOf(c).shareOfAll(state)),
  steps: stepsOfRound,
  state: wordsAsBytes,
  partial: wordsAsBytes,
});

/** Round r has about 3^r pairs (Th, Qh), each of which costs the same. */
export function stepsOfRound(c: Case, round: number): number {
  const rounds = roundCount(twoSources(c).inner);
  return (cost(c).steps * 2 * 3 ** round) / (3 ** rounds - 1);
}

/** Parts of about equal numbers of pairs (Th, Qh): a block Uh of k vertices has 2^(k − 1) of them. */
function cut({ first, last }: BlockRange, count: number): readonly BlockRange[] {
  let total = 0;
  for (let block = first; block < last; block++) total += 2 ** bitCount(block);
  const parts: BlockRange[] = [];
  let start = first;
  let filled = 0;
  for (let block = first; block < last; block++) {
    filled += 2 ** bitCount(block);
    if (filled * count < total * (parts.length + 1) && block + 1 < last) continue;
    parts.push({ first: start, last: block + 1 });
    start = block + 1;
  }
  return parts;
}

function concatenated(tables: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(tables.reduce((length, table) => length + table.length, 0));
  let filled = 0;
  for (const table of tables) {
    whole.set(table, filled);
    filled += table.length;
  }
  return whole;
}
