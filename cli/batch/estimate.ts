import type { AnyGame, Asked, Cost } from '../../core/game.ts';
import { findGame } from '../../core/games/index.ts';
import { type Budget, DEFAULT_BUDGET, isWithin } from '../../core/pipeline/budget.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import type { ReaderOptions } from '../../core/text/token-reader.ts';
import { roundsOf } from '../../functions/job/chunk-size.ts';
import { type CloudWork, deployedAim } from '../forecast/cloud.ts';
import type { Speeds } from '../forecast/speeds.ts';
import type { Content } from './content.ts';
import type { Instance } from './instance.ts';
import { LARGE_MILLISECONDS } from './large.ts';

/** What an instance would take, by its game's own cost model. */
export interface Estimate {
  readonly game: string | null;
  readonly cases: number;
  /** Cases that are wrong, whatever is solved. */
  readonly errors: number;
  /** Those among them that a run refuses because they would cost too much. */
  readonly tooLarge: number;
  /** Of one core of this machine, for all sound cases. */
  readonly milliseconds: number;
  /** Those of what a run does not refuse. */
  readonly solvable: number;
  /** Memory of the largest case. */
  readonly bytes: number;
  /** What is mostly done, and how much of it. */
  readonly units: Units | null;
  /** Whether all cores work on it together. */
  readonly isShared: boolean;
  /** What a job would have to do; null for what it refuses. */
  readonly work: CloudWork | null;
}

type Units = NonNullable<Cost['units']>;

/** Reading takes about this long a byte, measured where the steps of the games were. */
const NANOSECONDS_PER_BYTE = 8;

export interface EstimateOptions extends ReaderOptions {
  readonly asked: Asked;
  readonly budget: Budget;
  readonly speeds: Speeds;
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
  const file = parse(game, bytes, options);
  const { cases, errors } = file;
  const sound = cases.filter((_, index) => !errors.has(index));
  const all = costOf(game, sound);
  const solvable = sound.filter((value) => isWithin(game, game.cost(value), options.budget));
  const tooLarge = sound.length - solvable.length;
  const reading = bytes.length * NANOSECONDS_PER_BYTE;
  const measured = ({ steps }: Cost) => (reading + steps * game.nanosecondsPerStep) / 1e6;
  const speed = options.speeds.of(game, measured(all));
  return {
    game: game.name,
    cases: cases.length,
    errors: errors.size + tooLarge,
    tooLarge,
    milliseconds: measured(all) / speed,
    solvable: measured(tooLarge === 0 ? all : costOf(game, solvable)) / speed,
    bytes: all.bytes,
    units: all.units ?? null,
    isShared: isShared(game, file, measured(all)),
    work: workOf(game, file, { milliseconds: measured(all), bytes: all.bytes }),
  };
}

/** One large case with a table, as a run shares it. */
function isShared({ table }: AnyGame, { cases }: ParsedFile, milliseconds: number): boolean {
  return table !== undefined && cases.length === 1 && milliseconds > LARGE_MILLISECONDS;
}

/** A job refuses what is too large even in parts. */
function workOf(
  game: AnyGame,
  file: ParsedFile,
  { milliseconds, bytes }: Pick<CloudWork, 'milliseconds' | 'bytes'>,
): CloudWork | null {
  const rounds = roundsOf(game, file, deployedAim(milliseconds));
  const isWhole = rounds === null && file.cases.length === 1;
  const isRefused = isWhole && !isWithin(game, game.cost(file.cases[0]), DEFAULT_BUDGET);
  return isRefused ? null : { milliseconds, bytes, rounds };
}

/** Nothing to solve. */
export const NO_WORK: Estimate = {
  game: null,
  cases: 0,
  errors: 0,
  tooLarge: 0,
  milliseconds: 0,
  solvable: 0,
  bytes: 0,
  units: null,
  isShared: false,
  work: { milliseconds: 0, bytes: 0, rounds: null },
};

/** The steps of all cases, and the memory of the largest; the units where all have the same. */
function costOf(game: AnyGame, cases: readonly unknown[]): Cost {
  const [only] = cases;
  if (cases.length === 1) return game.cost(only);
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
