import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import type { Finding } from '../../core/text/errors.ts';
import { aimOf, MOST_BYTES, MOST_CHUNKS, millisecondsOf, roundsOf } from './chunk-size.ts';
import { Clashes, type LineInstance, lineInstances } from './instances.ts';
import type { Manifest, Plan, PlanHeader, PlannedPiece, RoundSize } from './manifest.ts';
import { askedIn } from './solve-piece.ts';

/** Instances of one chunk: their rows and answers are held in memory until it is written. */
const MOST_LINES = 20_000;

/** What a line takes however little there is to solve: read and named, with its row written. */
const MILLISECONDS_PER_LINE = 0.05;
/** And where eleven games are tried on its content. */
const MILLISECONDS_PER_SNIFFED_LINE = 0.1;

/** How much work a line is. */
export interface Estimate {
  readonly milliseconds: number;
  readonly rounds: readonly RoundSize[] | null;
}

/** What the planner keeps of one line. */
export interface PlannedLine extends Estimate {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** For reasons outside of the line. */
  readonly problem: Finding | null;
}

/** The plan of JSON Lines or a pack. */
export async function planOfLines(
  manifest: Manifest,
  bytes: Uint8Array,
  base: PlanHeader,
): Promise<Plan> {
  const clashes = new Clashes(manifest);
  const lines: PlannedLine[] = [];
  for (const instance of lineInstances(manifest, bytes, { index: 0, line: 1 })) {
    const { start, end, line } = instance.raw;
    const problem = clashes.add(instance);
    const estimate = await estimateOf(manifest, {
      ...instance,
      problem: problem ?? instance.problem,
    });
    lines.push({ start, end, line, problem, ...estimate });
  }
  const again = async ({ start, end, line }: PlannedLine) =>
    [...lineInstances(manifest, bytes.subarray(start, end), { index: 0, line })][0];
  const cut = await cutPlan(manifest, lines, again);
  return { header: { ...base, ...cut.header }, pieces: cut.pieces };
}

/**
 * Instances in pieces of about the same work, so that no round of the job has more than MOST_CHUNKS
 * chunks. `again` reads one that is solved in rounds another time, for rounds of another length.
 */
export async function cutPlan<Line extends PlannedLine>(
  manifest: Manifest,
  all: readonly Line[],
  again: (line: Line) => Promise<LineInstance | undefined>,
): Promise<
  { readonly header: Pick<PlanHeader, 'instances' | 'milliseconds'> } & Pick<Plan, 'pieces'>
> {
  const milliseconds = all.reduce((sum, each) => sum + each.milliseconds, 0);
  let aim = aimOf(manifest, milliseconds);
  let lines: readonly PlannedLine[] = all;
  const cutAnew = async () => {
    const anew: PlannedLine[] = [];
    for (const line of all) {
      const instance = line.rounds === null ? undefined : await again(line);
      const rounds =
        instance === undefined ? null : (await estimateOf(manifest, instance, aim)).rounds;
      anew.push({ ...line, rounds });
    }
    lines = anew;
  };
  if (aim > aimOf(manifest, 0)) await cutAnew();
  let pieces = cutLines(lines, aim);
  // A part is at least one chunk, and so is what stands between two lines in parts.
  while (mostChunks(pieces) > MOST_CHUNKS && aim < milliseconds) {
    aim *= 2;
    await cutAnew();
    pieces = cutLines(lines, aim);
  }
  return { header: { instances: all.length, milliseconds }, pieces };
}

/** How much work an instance is. What throws here throws in the chunk again, where it harms no other. */
export async function estimateOf(
  manifest: Manifest,
  instance: LineInstance,
  aim = aimOf(manifest, 0),
): Promise<Estimate> {
  if (instance.problem !== null) return NO_WORK;
  const { game: name, bytes } = instance;
  const least = name === null ? MILLISECONDS_PER_SNIFFED_LINE : MILLISECONDS_PER_LINE;
  const { options } = manifest;
  try {
    const game = await gameFor(name, bytes, askedIn(instance, options));
    if ('rule' in game) return { milliseconds: least, rounds: null };
    const file = parse(game, bytes, options);
    const milliseconds = least + millisecondsOf(game, file, bytes.length);
    return { milliseconds, rounds: roundsOf(game, file, aim) };
  } catch {
    return { milliseconds: least, rounds: null };
  }
}

const NO_WORK: Estimate = { milliseconds: MILLISECONDS_PER_LINE, rounds: null };

/** The chunks of the round that has most of them. */
function mostChunks(pieces: readonly PlannedPiece[]): number {
  const counts: number[] = [];
  for (const { rounds } of pieces) {
    for (const [round, { parts }] of (rounds ?? WHOLE).entries()) {
      counts[round] = (counts[round] ?? 0) + parts;
    }
  }
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

const WHOLE = [{ parts: 1 }] as const;

/** Runs of lines of about `aim` milliseconds each; a line that is solved in rounds stands alone. */
function cutLines(lines: readonly PlannedLine[], aim: number): readonly PlannedPiece[] {
  const cut: PlannedPiece[] = [];
  let first = 0;
  let milliseconds = 0;
  for (const [last, line] of lines.entries()) {
    milliseconds += line.milliseconds;
    const next = lines[last + 1];
    const bytes = line.end - (lines[first] as PlannedLine).start;
    const alone = line.rounds !== null || (next !== undefined && next.rounds !== null);
    const isFull = milliseconds >= aim || bytes >= MOST_BYTES || last - first + 1 >= MOST_LINES;
    if (next !== undefined && !isFull && !alone) continue;
    cut.push(pieceOfLines(lines, { first, last }, milliseconds));
    first = last + 1;
    milliseconds = 0;
  }
  return cut;
}

function pieceOfLines(
  lines: readonly PlannedLine[],
  { first, last }: { readonly first: number; readonly last: number },
  milliseconds: number,
): PlannedPiece {
  const { start, line, rounds } = lines[first] as PlannedLine;
  const problems = lines
    .slice(first, last + 1)
    .flatMap(({ problem }, at) => (problem === null ? [] : [[first + at, problem] as const]));
  const { end } = lines[last] as PlannedLine;
  return { first, last, start, end, line, column: 1, head: '', milliseconds, problems, rounds };
}
