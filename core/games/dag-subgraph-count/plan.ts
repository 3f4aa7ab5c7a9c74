import type { Cost } from '../../game.ts';
import { rememberLast } from '../../graph/remember-last.ts';
import { MODULUS } from '../../number/mod-arithmetic.ts';
import { blocksOf } from '../../theory/grundy-layer-blocks.ts';
import { KERNEL_FROM, kernelLow, SCRATCH_BYTES } from './kernel.ts';
import type { Case } from './rules.ts';
import { twoSources } from './shares.ts';
import { type Work, workOf } from './work.ts';

/** Measured against one pair of sets in the inner loop: what the kernel starts with. */
const STEPS_PER_START = 8e6;
/** A pair of the plain solver, with everything around it. */
const STEPS_PER_PLAIN_PAIR = 250;

/** The rounds of a case modulo a number by the kernel, each with the pairs of its sets in the last sum. */
export const roundsOf = rememberLast((c: Case, modulus: number): readonly Work[] => {
  const graph = twoSources(c);
  const low = kernelLow(graph.inner, modulus);
  return workOf(graph, low).map((work, round) => {
    const { first, last } = blocksOf(round);
    return { ...work, pairs: work.pairs + (last - first) * 2 ** low };
  });
});

/** The judge's answer. */
export function cost(c: Case): Cost {
  const kernel = costByKernel(c, [MODULUS]);
  const isPlain = twoSources(c).inner < KERNEL_FROM;
  return isPlain ? { ...kernel, steps: kernel.units.count * STEPS_PER_PLAIN_PAIR } : kernel;
}

/** Modulo some numbers, one after another; the pairs of sets are an estimate unless the graph is complete. */
export function costByKernel(c: Case, moduli: readonly number[]): Required<Cost> {
  const rounds = roundsOf(c, Math.max(...moduli));
  const sum = (of: (work: Work) => number) => rounds.reduce((total, work) => total + of(work), 0);
  const count = sum(({ pairs }) => pairs);
  const error = Math.sqrt(sum(({ variance }) => variance)) / count;
  const times = moduli.length;
  return {
    steps: STEPS_PER_START + times * sum(({ steps }) => steps),
    bytes: times * 4 * 2 ** twoSources(c).inner + SCRATCH_BYTES,
    units: { name: 'pairs of sets', count: times * count, error },
  };
}
