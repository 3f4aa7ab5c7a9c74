import type { AnyGame, Asked, Cost } from '../../core/game.ts';
import { findGame } from '../../core/games/index.ts';
import { type Budget, DEFAULT_BUDGET, millisecondsOfSteps } from '../../core/pipeline/budget.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import type { ReaderOptions } from '../../core/text/token-reader.ts';
import { NANOSECONDS_PER_BYTE, roundsOf } from '../../functions/job/chunk-size.ts';
import type { RoundSize } from '../../functions/job/manifest.ts';
import { type CloudWork, deployedAim, NO_READS, type Reads } from '../forecast/cloud.ts';
import type { Speeds } from '../forecast/speeds.ts';
import type { Content } from './content.ts';
import { type Costed, costed, costOf, within } from './costed.ts';
import type { Instance } from './instance.ts';
import { largeIn } from './large.ts';
import { literalCost } from './literal-estimate.ts';

/** What an instance would take, by its game's own cost model. */
export interface Estimate {
  readonly game: string | null;
  readonly cases: number;
  /** Cases that are wrong, whatever is solved. */
  readonly errors: number;
  /** The rule of the first of them; null where there is none. */
  readonly problem: string | null;
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

export interface EstimateOptions extends ReaderOptions {
  readonly asked: Asked;
  readonly budget: Budget;
  readonly literal: boolean;
  readonly speeds: Speeds;
}

/** Reads an instance and asks the cost model. */
export async function estimate(
  { game: name, asked }: Pick<Instance, 'game' | 'asked'>,
  { bytes }: Pick<Content, 'bytes'>,
  options: EstimateOptions,
): Promise<Estimate> {
  const known = findGame(name ?? '')?.name ?? null;
  const game = await gameFor(known, bytes, asked === null ? options : { ...options, asked });
  if ('rule' in game) return { ...NO_WORK, errors: 1, problem: game.rule };
  const file = parse(game, bytes, options);
  const { cases, errors } = file;
  const sound = errors.size === 0 ? cases : cases.filter((_, index) => !errors.has(index));
  const [first] = errors.values();
  const problem = first?.finding.rule ?? null;
  if (options.literal) return literalEstimate(game, { file, sound, problem });
  const withCosts = costed(game, sound);
  const all = costOf(game, withCosts);
  const solvable = within(game, withCosts, options.budget);
  const tooLarge = sound.length - solvable.cases.length;
  const reading = (bytes.length * NANOSECONDS_PER_BYTE) / 1e6;
  const measured = ({ steps }: Cost) => reading + millisecondsOfSteps(game, steps);
  const speed = options.speeds.of(game, measured(all));
  return {
    game: game.name,
    cases: cases.length,
    errors: errors.size + tooLarge,
    problem: problem ?? (tooLarge > 0 ? 'cost/too-large' : null),
    tooLarge,
    milliseconds: measured(all) / speed,
    solvable: measured(tooLarge === 0 ? all : costOf(game, solvable)) / speed,
    bytes: all.bytes,
    units: all.units ?? null,
    isShared: largeIn(game, file, options) !== null,
    work: jobWorkOf(game, file, { withCosts, all, measured, size: bytes.length }),
  };
}

interface ReadCases {
  readonly file: ParsedFile;
  readonly sound: readonly unknown[];
  readonly problem: string | null;
}

/** By the literal rules, which no job is asked for. */
async function literalEstimate(
  game: AnyGame,
  { file: { cases, errors }, sound, problem }: ReadCases,
): Promise<Estimate> {
  const { milliseconds, units, outOfReach } = await literalCost(game.name, sound);
  return {
    ...NO_WORK,
    game: game.name,
    cases: cases.length,
    errors: errors.size + outOfReach,
    problem: problem ?? (outOfReach > 0 ? 'literal/out-of-reach' : null),
    milliseconds,
    solvable: milliseconds,
    units,
  };
}

interface Measured {
  readonly withCosts: Costed;
  /** Of all of them. */
  readonly all: Cost;
  readonly measured: (cost: Cost) => number;
  /** Bytes of the file. */
  readonly size: number;
}

/** What a job does not refuse of a file: a case in rounds, or whole ones within the budget of a chunk. */
function jobWorkOf(
  game: AnyGame,
  file: ParsedFile,
  { withCosts, all, measured, size }: Measured,
): CloudWork | null {
  const milliseconds = measured(all);
  const rounds = roundsOf(game, file, deployedAim(milliseconds));
  const whole = { milliseconds, size, rounds, ranges: null };
  if (rounds !== null) return { ...whole, reads: readsOf(game, file, rounds) };
  const solved = within(game, withCosts, DEFAULT_BUDGET);
  if (solved.cases.length === 0 && withCosts.cases.length > 0) return null;
  const ofSolved = solved === withCosts ? milliseconds : measured(costOf(game, solved));
  return { ...whole, milliseconds: ofSolved, reads: NO_READS };
}

/** Of the cells that the parts of a table need, before neighbours are joined, and of their terms. */
function readsOf({ table }: AnyGame, { cases }: ParsedFile, rounds: readonly RoundSize[]): Reads {
  if (table === undefined) return NO_READS;
  const [only] = cases;
  const parts = rounds.flatMap(({ of = { first: 0, last: 0 }, wanted }) =>
    table.parts(only, of, wanted),
  );
  const ranges = parts.flatMap((part) => table.reads(only, part));
  const cells = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  return { bytes: 4 * cells, requests: ranges.length + parts.length };
}

/** Nothing to solve. */
export const NO_WORK: Estimate = {
  game: null,
  cases: 0,
  errors: 0,
  problem: null,
  tooLarge: 0,
  milliseconds: 0,
  solvable: 0,
  bytes: 0,
  units: null,
  isShared: false,
  work: { milliseconds: 0, size: 0, reads: NO_READS, rounds: null, ranges: null },
};

const COLD_FACTOR = 10;
const COLD_MILLISECONDS = 8;

/**
 * What the same work takes on a thread that has not done any of its game yet: until its code is
 * compiled it runs some ten times slower, for about 8 ms at the most.
 */
export function cold(milliseconds: number): number {
  return milliseconds + Math.min((COLD_FACTOR - 1) * milliseconds, COLD_MILLISECONDS);
}
