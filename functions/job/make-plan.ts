import type { AnyGame } from '../../core/game.ts';
import { type Budget, DEFAULT_BUDGET, isWithin } from '../../core/pipeline/budget.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { pieces } from '../../core/pipeline/pieces.ts';
import { plan as planChunks } from '../../core/pipeline/plan.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import type { Finding } from '../../core/text/errors.ts';
import { sha256 } from '../../io/hash.ts';
import { round } from '../../io/results/row.ts';
import { Clashes, lineInstances } from './instances.ts';
import type { Manifest, Plan, PlanHeader, PlannedPiece, RoundSize } from './manifest.ts';

/** Children of one Distributed Map, and the most integers that a state of the machine carries with ease. */
export const MOST_CHUNKS = 10_000;

/** Bytes of one chunk; a function reads some 78 MB a second. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The longest round of a case has most of its work; each of its parts may take what a whole case may. */
const MOST_IN_PARTS: Budget = {
  milliseconds: DEFAULT_BUDGET.milliseconds * MOST_CHUNKS,
  bytes: DEFAULT_BUDGET.bytes,
};

/** Reading takes about this long a byte, measured where the steps of the games were. */
const NANOSECONDS_PER_BYTE = 8;

/** What a job of this upload consists of: every instance, and every case, is in exactly one piece. */
export async function makePlan(
  manifest: Manifest,
  bytes: Uint8Array,
  now: () => number,
): Promise<Plan> {
  const base = { ...NOTHING, sha256: sha256(bytes) };
  if (manifest.kind !== 'file') return planOfLines(manifest, bytes, base);
  const { game: name, options } = manifest;
  const game = await gameFor(name, bytes, options);
  if ('rule' in game) return { header: { ...base, instances: 1, problem: game }, pieces: [] };
  const start = now();
  const file = parse(game, bytes, options);
  const header = { ...base, instances: 1, ms_parse: round(now() - start) };
  return planOfFile(manifest, { game, bytes, file }, header);
}

const NOTHING: Omit<PlanHeader, 'sha256'> = {
  v: 1,
  instances: 0,
  cases: null,
  milliseconds: 0,
  game: null,
  warnings: [],
  ms_parse: 0,
  problem: null,
};

/** A file that was read. */
interface ReadFile {
  readonly game: AnyGame;
  readonly bytes: Uint8Array;
  readonly file: ParsedFile;
}

function planOfFile(manifest: Manifest, read: ReadFile, base: PlanHeader): Plan {
  const { game, bytes, file } = read;
  const { cases, warnings } = file;
  const milliseconds = millisecondsOf(game, file, bytes.length);
  const header = { ...base, cases: cases.length, milliseconds, game: game.name, warnings };
  if (cases.length === 0) return { header, pieces: [] };
  const aim = aimOf(manifest, milliseconds);
  const rounds = roundsOf(game, file, aim);
  const wanted = Math.max(milliseconds / aim, bytes.length / MOST_BYTES);
  const chunks = planChunks(game, file, Math.min(Math.ceil(wanted), MOST_CHUNKS));
  const cut = pieces(game, bytes, file, chunks).map(({ place, ...piece }) => ({
    ...piece,
    ...place,
    milliseconds: milliseconds / chunks.length,
    problems: [],
    rounds,
  }));
  return { header, pieces: cut };
}

/** What all sound cases of a file take, with the reading. */
function millisecondsOf(game: AnyGame, { cases, errors }: ParsedFile, bytes: number): number {
  const sound = cases.filter((_, index) => !errors.has(index));
  const steps =
    game.costTogether?.(sound).steps ??
    sound.reduce<number>((sum, each) => sum + game.cost(each).steps, 0);
  return (steps * game.nanosecondsPerStep + bytes * NANOSECONDS_PER_BYTE) / 1e6;
}

/** Milliseconds of a chunk: as aimed at, or so many that there are not too many chunks. */
function aimOf({ chunkSeconds }: Manifest, milliseconds: number): number {
  return Math.max(chunkSeconds * 1000, milliseconds / MOST_CHUNKS, 1e-3);
}

/** How a file's only case is solved in rounds; null where it is solved whole. */
function roundsOf(
  game: AnyGame,
  { cases, errors }: ParsedFile,
  aim: number,
): readonly RoundSize[] | null {
  const { split } = game;
  if (split === undefined || cases.length !== 1 || errors.size > 0) return null;
  const [only] = cases;
  const cost = game.cost(only);
  const isSmall = (cost.steps * game.nanosecondsPerStep) / 1e6 <= aim;
  // What is too large even in parts is left to the chunk, which refuses it by its cost.
  if (isSmall || !isWithin(game, cost, MOST_IN_PARTS)) return null;
  return Array.from({ length: split.rounds(only) }, (_, round) => {
    const milliseconds = (split.steps(only, round) * game.nanosecondsPerStep) / 1e6;
    const wanted = Math.min(Math.max(Math.ceil(milliseconds / aim), 1), MOST_CHUNKS);
    return { wanted, parts: split.parts(only, round, wanted).length };
  });
}

/** What the planner keeps of one line. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly milliseconds: number;
  readonly problem: Finding | null;
  readonly rounds: readonly RoundSize[] | null;
}

async function planOfLines(manifest: Manifest, bytes: Uint8Array, base: PlanHeader): Promise<Plan> {
  const clashes = new Clashes(manifest);
  const lines: Line[] = [];
  for (const instance of lineInstances(manifest, bytes, { index: 0, line: 1 })) {
    const { start, end, line } = instance.raw;
    const problem = clashes.add(instance);
    const estimate =
      (problem ?? instance.problem) === null
        ? await estimateOf(manifest, instance.game, instance.bytes)
        : { milliseconds: 0, rounds: null };
    lines.push({ start, end, line, problem, ...estimate });
  }
  const milliseconds = lines.reduce((sum, each) => sum + each.milliseconds, 0);
  const header = { ...base, instances: lines.length, milliseconds };
  return { header, pieces: cutLines(lines, aimOf(manifest, milliseconds)) };
}

async function estimateOf(manifest: Manifest, name: string | null, bytes: Uint8Array) {
  const { options, chunkSeconds } = manifest;
  const game = await gameFor(name, bytes, options);
  if ('rule' in game) return { milliseconds: 0, rounds: null };
  const file = parse(game, bytes, options);
  const milliseconds = millisecondsOf(game, file, bytes.length);
  return { milliseconds, rounds: roundsOf(game, file, chunkSeconds * 1000) };
}

/** Runs of lines of about `aim` milliseconds each; a line that is solved in rounds stands alone. */
function cutLines(lines: readonly Line[], aim: number): readonly PlannedPiece[] {
  const cut: PlannedPiece[] = [];
  let first = 0;
  let milliseconds = 0;
  for (const [last, line] of lines.entries()) {
    milliseconds += line.milliseconds;
    const next = lines[last + 1];
    const bytes = line.end - (lines[first] as Line).start;
    const alone = line.rounds !== null || (next !== undefined && next.rounds !== null);
    if (next !== undefined && milliseconds < aim && bytes < MOST_BYTES && !alone) continue;
    cut.push(pieceOfLines(lines, { first, last }, milliseconds));
    first = last + 1;
    milliseconds = 0;
  }
  return cut;
}

function pieceOfLines(
  lines: readonly Line[],
  { first, last }: { readonly first: number; readonly last: number },
  milliseconds: number,
): PlannedPiece {
  const { start, line, rounds } = lines[first] as Line;
  const problems = lines
    .slice(first, last + 1)
    .flatMap(({ problem }, at) => (problem === null ? [] : [[first + at, problem] as const]));
  const { end } = lines[last] as Line;
  return { first, last, start, end, line, column: 1, head: '', milliseconds, problems, rounds };
}
