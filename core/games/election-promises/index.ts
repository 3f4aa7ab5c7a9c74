import { defineGame } from '../../game.ts';
import { outEdges } from '../../graph/csr.ts';
import { grundyValues } from '../../theory/grundy-on-dag.ts';
import { layerXors } from '../../theory/mex-layers.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { type Answer, type Case, isMove, limits } from './rules.ts';
import { solve } from './solve.ts';

/** Heights on a DAG: lower one, set its successors (Codeforces 1149E). */
export const game = defineGame({
  name: 'election-promises',
  judge: 'cf1149e',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 14,
  solve,
  certificate: { kind: 'winning-move', verify },
});

/** One legal move leads to a lost position; an answer without a move needs a lost start. O(n + m). */
function verify(c: Case, answer: Answer): boolean {
  if (answer === null) return isLost(c);
  return isMove(c, answer) && isLost({ ...c, heights: answer });
}

function isLost({ vertices, edges, heights }: Case): boolean {
  const layers = grundyValues(outEdges(vertices, edges));
  return layerXors(layers, heights).every((xor) => xor === 0);
}
