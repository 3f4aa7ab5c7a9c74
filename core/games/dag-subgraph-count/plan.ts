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

/** The rounds of a case modulo a number, each with the terms of its sets in the last sum. */
export const roundsOf = rememberLast((c: Case, modulus: number): readonly Work[] => {
  const graph = twoSources(c);
  const low = kernelLow(graph.inner, modulus);
  const isPlain = graph.inner < KERNEL_FROM;
  return workOf(graph, low).map((work, round) => {
    const { first, last } = blocksOf(round);
    const pairs = work.pairs + (last - first) * 2 ** low;
    const steps = work.steps + (round === 0 ? STEPS_PER_START : 0);
    return { ...work, pairs, steps: isPlain ? pairs * STEPS_PER_PLAIN_PAIR : steps };
  });
});

/** The complete graph of 20 vertices: large enough for the kernel to run as it does in larger ones. */
export function calibration(): Case {
  const vertices = 20;
  const tails: number[] = [];
  const heads: number[] = [];
  for (let tail = 0; tail < vertices; tail++) {
    for (let head = tail + 1; head < vertices; head++) {
      tails.push(tail);
      heads.push(head);
    }
  }
  return { vertices, edges: { tails: Int32Array.from(tails), heads: Int32Array.from(heads) } };
}

/** The judge's answer. */
export function cost(c: Case): Cost {
  return costModulo(c, MODULUS);
}

/** All rounds, modulo one number; the pairs of sets are an estimate unless the graph is complete. */
export function costModulo(c: Case, modulus: number): Required<Cost> {
  const rounds = roundsOf(c, modulus);
  const sum = (of: (work: Work) => number) => rounds.reduce((total, work) => total + of(work), 0);
  const count = sum(({ pairs }) => pairs);
  const error = Math.sqrt(sum(({ variance }) => variance)) / count;
  return {
    steps: sum(({ steps }) => steps),
    bytes: 4 * 2 ** twoSources(c).inner + SCRATCH_BYTES,
    units: { name: 'pairs of sets', count, error },
  };
}
