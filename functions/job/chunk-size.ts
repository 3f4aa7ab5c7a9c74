import type { AnyGame } from '../../core/game.ts';
import { type Budget, DEFAULT_BUDGET, isWithin } from '../../core/pipeline/budget.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import type { AnyTableSplit } from '../../core/table-split.ts';
import type { Manifest, RoundSize } from './manifest.ts';

/** Children of one Distributed Map, and the most integers that a state of the machine carries with ease. */
export const MOST_CHUNKS = 10_000;

/** Bytes of one chunk; a function reads some 78 MB a second. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** The longest round of a case has most of its work; each of its parts may take what a whole case may. */
const MOST_IN_PARTS: Budget = {
  milliseconds: DEFAULT_BUDGET.milliseconds * MOST_CHUNKS,
  bytes: DEFAULT_BUDGET.bytes,
};

/** Reading takes about this long a byte, measured where the steps of the games were. */
const NANOSECONDS_PER_BYTE = 8;

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
  return (steps * game.nanosecondsPerStep + bytes * NANOSECONDS_PER_BYTE) / 1e6;
}

/** Milliseconds of a chunk: as aimed at, or so many that there are not too many chunks. */
export function aimOf({ chunkSeconds }: Manifest, milliseconds: number): number {
  return Math.max(chunkSeconds * 1000, milliseconds / MOST_CHUNKS, 1e-3);
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
  const isSmall = (cost.steps * game.nanosecondsPerStep) / 1e6 <= whole;
  // What is too large even in parts is left to the chunk, which refuses it by its cost.
  if (isSmall || !isWithin(game, cost, MOST_IN_PARTS)) return null;
  if (table !== undefined) return stagesOf(game, table, only, aim);
  if (split === undefined) return null;
  return Array.from({ length: split.rounds(only) }, (_, round) => {
    const wanted = wantedParts(millisecondsOfSteps(game, split.steps(only, round)), aim);
    return { wanted, parts: split.parts(only, round, wanted).length };
  });
}

/**
 * The rounds of a table as rounds of a job: those that a chunk does one after another in its time are one,
 * so that handing them out does not take longer than they do.
 */
function stagesOf(
  game: AnyGame,
  table: AnyTableSplit,
  c: unknown,
  aim: number,
): readonly RoundSize[] {
  const stages: RoundSize[] = [];
  const rounds = table.rounds(c);
  for (let first = 0; first < rounds; ) {
    let last = first;
    let milliseconds = millisecondsOfSteps(game, table.steps(c, first));
    for (; last + 1 < rounds; last++) {
      const next = millisecondsOfSteps(game, table.steps(c, last + 1));
      if (milliseconds + next > aim) break;
      milliseconds += next;
    }
    const of = { first, last };
    const wanted = wantedParts(milliseconds, aim);
    stages.push({ wanted, parts: table.parts(c, of, wanted).length, of });
    first = last + 1;
  }
  return stages;
}

function millisecondsOfSteps(game: AnyGame, steps: number): number {
  return (steps * game.nanosecondsPerStep) / 1e6;
}

function wantedParts(milliseconds: number, aim: number): number {
  return Math.min(Math.max(Math.ceil(milliseconds / aim), 1), MOST_CHUNKS);
}
