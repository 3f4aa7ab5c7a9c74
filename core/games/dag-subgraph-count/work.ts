import { Random } from '../../random/random.ts';
import type { TwoSources } from '../../theory/count-by-grundy-layers.ts';
import { roundCount } from '../../theory/grundy-layer-blocks.ts';
import { tableKinds } from './kinds.ts';

/** What one round takes; a step is one pair of sets in the inner loop of the kernel. */
export interface Work {
  /** Pairs (T, Q) whose weight is not 0. */
  readonly pairs: number;
  readonly steps: number;
  /** Of `pairs`: the square of its standard error. */
  readonly variance: number;
}

/** Measured against one pair: a high part Th by itself, a table that is filled, and a weight of it. */
const STEPS_PER_LAYER = 100_000;
const STEPS_PER_TABLE = 100_000;
const STEPS_PER_WEIGHT = 5.7;

/** Blocks that the kernel takes side by side, whether there are as many or not. */
const LANES = 8;

/** Walks a round; few for graphs that are solved in no time. */
function walksOf(inner: number): number {
  return inner < 14 ? 16 : inner < 18 ? 64 : 256;
}

/**
 * The work of each round. Exact for a complete graph, (3^inner − 1) / 2 pairs in all. For others a random
 * walk deals the vertices out from the highest one down, to T, to Q where the vertex has an edge into T,
 * or to neither: each pair is met with the reciprocal of the product of the numbers of choices, which is
 * therefore an unbiased estimate of how many there are.
 * Source: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
 * (1975). O(inner) a walk.
 */
export function workOf(graph: TwoSources, low: number): readonly Work[] {
  const random = new Random(graph.inner);
  // As in a complete graph: it is too little to be estimated.
  const lowest = (3 ** low - 1) / 2;
  const first = { pairs: lowest, steps: STEPS_PER_TABLE + lowest * STEPS_PER_WEIGHT, variance: 0 };
  return Array.from({ length: roundCount(graph.inner, low) }, (_, round) =>
    round === 0 ? first : workOfRound(graph, low, low + round - 1, random),
  );
}

function workOfRound(graph: TwoSources, low: number, top: number, random: Random): Work {
  const walks = isComplete(graph, top) ? 1 : walksOf(graph.inner);
  const filled = shareFilled(graph, low, top);
  let pairs = 0;
  let squares = 0;
  let steps = 0;
  for (let walk = 0; walk < walks; walk++) {
    const { layer, count, later } = walkDown(graph, { top, bottom: low, layer: 1 << top }, random);
    const weights = weightsBelow(graph, layer, low, random);
    const lanes = Math.ceil(later / LANES) * LANES;
    const filling = filled * (STEPS_PER_TABLE + weights * STEPS_PER_WEIGHT);
    const ofLayer = STEPS_PER_LAYER + filling + weights * lanes;
    pairs += count * weights;
    squares += (count * weights) ** 2;
    // One Th is met once for each of its Qh.
    steps += (count / later) * ofLayer;
  }
  const mean = pairs / walks;
  const variance = Math.max(0, squares / walks - mean ** 2) / Math.max(1, walks - 1);
  return { pairs: mean, steps: steps / walks, variance };
}

/** Whether every vertex up to `top` has edges to all after it, so that all walks have the same choices. */
function isComplete({ out }: TwoSources, top: number): boolean {
  const upToTop = 2 * 2 ** top - 1;
  return out
    .subarray(0, top + 1)
    .every((heads, vertex) => ((upToTop & ~heads) >>> vertex) >>> 1 === 0);
}

/** Of the tables of a round: layers of one kind share one. */
function shareFilled(graph: TwoSources, low: number, top: number): number {
  const kinds = tableKinds(graph, low, top + 1);
  return kinds === null ? 1 : Math.min(1, kinds / 2 ** (top - low));
}

/** How many pairs (Tl, Ql) go with the high part of a layer: one walk. */
function weightsBelow(graph: TwoSources, layer: number, low: number, random: Random): number {
  return walkDown(graph, { top: low, bottom: 0, layer }, random).count;
}

/** The vertices below `top` down to `bottom` are dealt out; `layer` is what T holds before. */
interface Walk {
  readonly top: number;
  readonly bottom: number;
  readonly layer: number;
}

/** T at the end, the product of the numbers of choices, and how many Q go with this T. */
function walkDown({ out }: TwoSources, { top, bottom, layer }: Walk, random: Random) {
  let found = layer;
  let count = 1;
  let later = 1;
  for (let vertex = top - 1; vertex >= bottom; vertex--) {
    const isReached = ((out[vertex] as number) & found) !== 0;
    const choices = isReached ? 3 : 2;
    count *= choices;
    if (random.below(choices) === 0) found |= 1 << vertex;
    else if (isReached) later *= 2;
  }
  return { layer: found, count, later };
}
