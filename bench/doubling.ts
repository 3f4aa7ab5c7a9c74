// Doubling experiments: how the time of each game grows with its input, in process, against the exponent
// that its README claims. Exponents are fitted by least squares to the logarithms; an exponent well above
// the claim, or a claim that is only a bound, shows at once.
//   npm run bench -- doubling [GAME …]
import type { AnyGame } from '../core/game.ts';
import { loadGame } from '../core/games/index.ts';
import { run } from '../core/pipeline/run.ts';
import { type Doubled, doubled, tripled } from './doubling/inputs.ts';
import { median } from './measure.ts';

const STEPS = 6;
const RUNS = 3;
/** How far a fitted exponent may be above the claimed one: caches end, and logarithms count. */
const TOLERANCE = 0.35;
const wanted = process.argv.slice(2);
const isWanted = ({ game }: { game: string }) => wanted.length === 0 || wanted.includes(game);

/** Milliseconds: reading and writing, and solving. */
interface Times {
  readonly text: number;
  readonly solve: number;
}

for (const input of doubled.filter(isWanted)) await double(input);
if (isWanted(tripled)) await triple();

async function double({ game: name, grows, from, exponent, text }: Doubled): Promise<void> {
  const game = await loadGame(name);
  const sizes = Array.from({ length: STEPS }, (_, step) => from * 2 ** step);
  timeOf(game, (run) => text(from, run));
  const times = sizes.map((size) => timeOf(game, (run) => text(size, run)));
  const fitted = slope(
    sizes.map(Math.log2),
    times.map(({ solve }) => Math.log2(solve)),
  );
  const reading = slope(
    sizes.map(Math.log2),
    times.map(({ text: reading }) => Math.log2(reading)),
  );
  console.log(`\n${name}: ${grows}, from ${from} to ${sizes.at(-1)}`);
  console.log(`  text   ${shown(times.map((time) => time.text))}   exponent ${reading.toFixed(2)}`);
  console.log(
    `  solve  ${shown(times.map((time) => time.solve))}   exponent ${fitted.toFixed(2)}, claimed ${exponent}` +
      `${fitted <= exponent + TOLERANCE ? '' : '   above the claim'}`,
  );
}

async function triple(): Promise<void> {
  const game = await loadGame(tripled.game);
  const sizes = Array.from({ length: STEPS }, (_, step) => tripled.from + step);
  timeOf(game, () => tripled.text(tripled.from));
  const times = sizes.map((size) => timeOf(game, () => tripled.text(size)).solve);
  const factor = 2 ** slope(sizes, times.map(Math.log2));
  console.log(`\n${tripled.game}: ${tripled.grows}, from ${sizes[0]} to ${sizes.at(-1)} vertices`);
  console.log(
    `  solve  ${shown(times)}   factor ${factor.toFixed(2)} a vertex, claimed ${tripled.factor}`,
  );
}

function timeOf(game: AnyGame, textOf: (run: number) => string): Times {
  const times = Array.from({ length: RUNS }, (_, at) => {
    const bytes = new TextEncoder().encode(textOf(at));
    const start = performance.now();
    const { milliseconds, errors } = run(game, bytes, { now: () => performance.now() });
    const whole = performance.now() - start;
    if (errors.size > 0) throw new TypeError(`${game.name}: expected answers, got errors`);
    const solve = milliseconds.reduce((sum, each) => sum + each, 0);
    return { solve, text: whole - solve };
  });
  return {
    text: median(times.map((time) => time.text)),
    solve: median(times.map((time) => time.solve)),
  };
}

/** Of the line through the points with the least squares. */
function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const products = xs.map((each, at) => (each - x) * ((ys[at] as number) - y));
  return mean(products) / mean(xs.map((each) => (each - x) ** 2));
}

function shown(times: readonly number[]): string {
  return times.map((time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`.padStart(10)).join('');
}
