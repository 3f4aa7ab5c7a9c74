// How well `nimbus plan` forecasts: estimate against measured time of every large generator and of
// scaled files, for instances that take more than 10 ms. Prints ns per step, by which a game's
// `nanosecondsPerStep` is set.
import { calibratedSpeed, estimate } from '../cli/batch/estimate.ts';
import { registry } from '../core/games/index.ts';
import { proofs } from '../core/games/proofs.ts';
import { run } from '../core/pipeline/run.ts';
import { Random } from '../core/random/random.ts';

const SHORTEST = 10;
const FACTOR = 3;
const speed = calibratedSpeed();
let counted = 0;
let within = 0;

console.log(`this machine: ${speed.toFixed(2)} of the measured one`);
for (const { name, load } of registry) {
  const { game } = await load();
  for (const [generator, generate] of Object.entries((await proofs[name]?.())?.proof.large ?? {})) {
    for (const seed of [1, 2]) {
      const cases = generate(new Random(seed));
      const bytes = new TextEncoder().encode(game.codec.formatCases(cases));
      const { milliseconds } = await estimate({ game: name }, { bytes }, speed);
      const measured = measure(() => run(game, bytes));
      const steps = cases.reduce((sum: number, c) => sum + game.cost(c).steps, 0);
      const solving = measure(() => cases.map((c) => game.solve(c)));
      const ratio = milliseconds / measured;
      if (measured > SHORTEST) {
        counted++;
        if (ratio < FACTOR && ratio > 1 / FACTOR) within++;
      }
      console.log(
        `${name} ${generator}: ${measured.toFixed(1)} ms, estimate ${milliseconds.toFixed(1)} ms, ` +
          `ratio ${ratio.toFixed(2)}; ${((solving * 1e6) / steps).toFixed(2)} ns a step`,
      );
    }
  }
}
console.log(`${within} of ${counted} instances above ${SHORTEST} ms within a factor of ${FACTOR}`);

/** The better of two runs, the first of which warms up. */
function measure(work: () => void): number {
  const times = [1, 2].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
