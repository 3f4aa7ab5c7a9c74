import type { AnyGame } from '../../core/game.ts';
import {
  type Budget,
  DEFAULT_BUDGET,
  isWithin,
  millisecondsOfSteps,
} from '../../core/pipeline/budget.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { type AnyTableSplit, stagesOf } from '../../core/table-split.ts';
import type { Manifest, RoundSize } from './manifest.ts';

/** Children of one Distributed Map, and the most integers that a state of the machine carries with ease. */
export const MOST_CHUNKS = 10_000;

/** Bytes of an upload that is planned on the spot to see how much work it is. */
export const SPOT_BYTES = 4 * 1024 * 1024;

/** Bytes of one chunk; a function reads some 78 MB a second. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** The longest round of a case has most of its work; each of its parts may take what a whole case may. */
const MOST_IN_PARTS: Budget = {
  milliseconds: DEFAULT_BUDGET.milliseconds * MOST_CHUNKS,
  bytes: DEFAULT_BUDGET.bytes,
};

/** Reading takes about this long a byte, measured where the steps of the games were. */
export const NANOSECONDS_PER_BYTE = 8;

/** What all sound cases of a file take, with the reading. */
export function millisecondsOf(
  game: AnyGame,
  { cases, errors }: ParsedFile,
  bytes: number,
): number {
  const sound = cases.filter((_, index) => !errors.has(index));
  const steps =
    game.costTogether?.(sound).steps ??
    sound.reduce<number>((sum, each) => sum + game.cost(each).steps, 0);
  return millisecondsOfSteps(game, steps) + (bytes * NANOSECONDS_PER_BYTE) / 1e6;
}

/** Milliseconds of a chunk: as aimed at, or so many that there are not too many chunks. */
export function aimOf(
  { chunkSeconds }: Pick<Manifest, 'chunkSeconds'>,
  milliseconds: number,
): number {
  return Math.max(chunkSeconds * 1000, milliseconds / MOST_CHUNKS, 1e-3);
}

/** How many chunks of `aim` milliseconds there are at the least, for so much work in so many bytes. */
export function chunksFor(milliseconds: number, bytes: number, aim: number): number {
  return Math.min(Math.ceil(Math.max(milliseconds / aim, bytes / MOST_BYTES)), MOST_CHUNKS);
}

/** How a file's only case is solved in rounds; null where it is solved whole. */
export function roundsOf(
  game: AnyGame,
  { cases, errors }: ParsedFile,
  aim: number,
): readonly RoundSize[] | null {
  const { split, table } = game;
  if ((split ?? table) === undefined || cases.length !== 1 || errors.size > 0) return null;
  const [only] = cases;
  const cost = game.cost(only);
  // However long a chunk may be, a whole case has its budget.
  const whole = Math.min(aim, DEFAULT_BUDGET.milliseconds);
  const isSmall = millisecondsOfSteps(game, cost.steps) <= whole;
  // What is too large even in parts is left to the chunk, which refuses it by its cost.
  if (isSmall || !isWithin(game, cost, MOST_IN_PARTS)) return null;
  if (table !== undefined) return stagesOfTable(game, table, only, aim);
  if (split === undefined) return null;
  return Array.from({ length: split.rounds(only) }, (_, round) => {
    const wanted = wantedParts(millisecondsOfSteps(game, split.steps(only, round)), aim);
    return { wanted, parts: split.parts(only, round, wanted).length };
  });
}

/** Rounds below this share of the aim are done together: to hand them out would take longer. */
const SMALL_ROUND = 0.2;

/**
 * Rounds are cut into so many parts at the least, which two or three functions share evenly, down to parts
 * of this share of the aim. Fewer where cutting repeats work.
 */
const LEAST_PARTS = 6;
const LEAST_WORKERS = 2;
const SMALL_PART = 0.025;

function stagesOfTable(
  game: AnyGame,
  table: AnyTableSplit,
  c: unknown,
  aim: number,
): readonly RoundSize[] {
  const most = (SMALL_ROUND * aim * 1e6) / game.nanosecondsPerStep;
  const enough = Math.min(LEAST_PARTS, LEAST_WORKERS * table.partsPerWorker(c));
  return stagesOf(table, c, most).map(({ rounds: of, steps }) => {
    const milliseconds = millisecondsOfSteps(game, steps);
    const least = Math.min(enough, Math.floor(milliseconds / (SMALL_PART * aim)));
    const parts = Math.max(wantedParts(milliseconds, aim), least);
    return { wanted: parts, parts: table.parts(c, of, parts).length, of };
  });
}

function wantedParts(milliseconds: number, aim: number): number {
  return Math.min(Math.max(Math.ceil(milliseconds / aim), 1), MOST_CHUNKS);
}
