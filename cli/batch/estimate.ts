import type { AnyGame, Asked, Cost } from '../../core/game.ts';
import { findGame } from '../../core/games/index.ts';
import { type Budget, isWithin } from '../../core/pipeline/budget.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import type { ReaderOptions } from '../../core/text/token-reader.ts';
import type { Content } from './content.ts';
import type { Instance } from './instance.ts';

/** What an instance would take, by its game's own cost model. */
export interface Estimate {
  readonly game: string | null;
  readonly cases: number;
  /** Cases that are wrong, whatever is solved. */
  readonly errors: number;
  /** Those among them that a run refuses because they would cost too much. */
  readonly tooLarge: number;
  readonly milliseconds: number;
  /** Memory of the largest case. */
  readonly bytes: number;
}

/** Reading takes about this long a byte, measured where the steps of the games were. */
const NANOSECONDS_PER_BYTE = 8;

export interface EstimateOptions extends ReaderOptions {
  readonly asked: Asked;
  readonly budget: Budget;
  /** How fast this machine is; 1 for the measured one. */
  readonly speed: number;
}

/** Reads an instance and asks the cost model. */
export async function estimate(
  { game: name, asked }: Pick<Instance, 'game' | 'asked'>,
  { bytes }: Pick<Content, 'bytes'>,
  options: EstimateOptions,
): Promise<Estimate> {
  const known = findGame(name ?? '')?.name ?? null;
  const game = await gameFor(known, bytes, { ...options, asked: asked ?? options.asked });
  if ('rule' in game) return { ...NO_WORK, errors: 1 };
  const { cases, errors } = parse(game, bytes, options);
  const sound = cases.filter((_, index) => !errors.has(index));
  const solvable = sound.filter((value) => isWithin(game, game.cost(value), options.budget));
  const { steps, bytes: memory } = costOf(game, solvable);
  const nanoseconds = bytes.length * NANOSECONDS_PER_BYTE + steps * game.nanosecondsPerStep;
  const tooLarge = sound.length - solvable.length;
  const counts = { cases: cases.length, errors: errors.size + tooLarge, tooLarge };
  const milliseconds = nanoseconds / 1e6 / options.speed;
  return { game: game.name, ...counts, milliseconds, bytes: memory };
}

/** Nothing to solve. */
export const NO_WORK: Estimate = {
  game: null,
  cases: 0,
  errors: 0,
  tooLarge: 0,
  milliseconds: 0,
  bytes: 0,
};

/** The steps of all cases, and the memory of the largest. */
function costOf(game: AnyGame, cases: readonly unknown[]): Cost {
  if (game.costTogether !== undefined) return game.costTogether(cases);
  let steps = 0;
  let bytes = 0;
  for (const each of cases) {
    const cost = game.cost(each);
    steps += cost.steps;
    bytes = Math.max(bytes, cost.bytes);
  }
  return { steps, bytes };
}

const COLD_FACTOR = 10;
const COLD_MILLISECONDS = 8;

/**
 * What the same work takes on a thread that has not done any of its game yet: until its code is
 * compiled it runs some ten times slower, for about 8 ms at the most.
 */
export function cold(milliseconds: number): number {
  return milliseconds + Math.min((COLD_FACTOR - 1) * milliseconds, COLD_MILLISECONDS);
}

/** Time of the calibration loop on the machine where the steps of the games were measured. */
const MEASURED_MILLISECONDS = 10;
const LOOP = 1 << 23;

/** How fast this machine is against that one, from the best of three runs of a fixed loop. */
export function calibratedSpeed(): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    spin();
    return performance.now() - start;
  });
  return MEASURED_MILLISECONDS / Math.min(...times);
}

function spin(): number {
  const table = new Uint32Array(1 << 12);
  let bits = 1;
  for (let step = 0; step < LOOP; step++) {
    bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0;
    table[bits >>> 20] = bits ^ (table[step & 4095] as number);
  }
  return table[0] as number;
}
