import type { Cost } from '../../game.ts';
import { rememberLast } from '../../graph/remember-last.ts';
import { MODULUS } from '../../number/mod-arithmetic.ts';
import { kernelLow, SCRATCH_BYTES } from './kernel.ts';
import type { Case } from './rules.ts';
import { twoSources } from './shares.ts';
import { type Work, workOf } from './work.ts';

/** Measured against one pair of sets in the inner loop: a term of the last sum. */
const STEPS_PER_TERM = 125;

/** The rounds of a case modulo a number, the last sum being part of the last one. */
export const roundsOf = rememberLast((c: Case, modulus: number): readonly Work[] => {
  const graph = twoSources(c);
  const rounds = workOf(graph, kernelLow(graph.inner, modulus));
  const terms = 2 ** graph.inner;
  return rounds.map((work, round) =>
    round + 1 < rounds.length
      ? work
      : { ...work, pairs: work.pairs + terms, steps: work.steps + terms * STEPS_PER_TERM },
  );
});

/** The judge's answer. */
export function cost(c: Case): Cost {
  return costModulo(c, MODULUS);
}

/** All rounds, modulo one number; the pairs of sets are an estimate unless the graph is complete. */
export function costModulo(c: Case, modulus: number): Cost {
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
