import type { Calibration } from '../../game.ts';
import { cost } from './plan.ts';
import type { Case } from './rules.ts';
import { solveByKernel } from './solve.ts';

/** The complete graph of 20 vertices: large enough for the kernel to run as it does in larger ones. */
export function calibration(): Calibration {
  const c = completeGraph(20);
  return { steps: cost(c).steps, run: () => solveByKernel(c) };
}

function completeGraph(vertices: number): Case {
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
