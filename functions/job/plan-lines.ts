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
interface Estimate {
  readonly milliseconds: number;
  readonly rounds: readonly RoundSize[] | null;
}

/** What the planner keeps of one line. */
interface Line extends Estimate {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** For reasons outside of the line. */
  readonly problem: Finding | null;
}

/** The plan of JSON Lines or a pack. No round of the job has more than MOST_CHUNKS chunks. */
export async function planOfLines(
  manifest: Manifest,
  bytes: Uint8Array,
  base: PlanHeader,
): Promise<Plan> {
  const planner = new LinePlanner(manifest, bytes);
  let lines = await planner.lines();
  const milliseconds = lines.reduce((sum, each) => sum + each.milliseconds, 0);
  const header = { ...base, instances: lines.length, milliseconds };
  let aim = aimOf(manifest, milliseconds);
  if (aim > aimOf(manifest, 0)) lines = await planner.withRounds(lines, aim);
  let pieces = cutLines(lines, aim);
  // A part is at least one chunk, and so is what stands between two lines in parts.
  while (mostChunks(pieces) > MOST_CHUNKS && aim < milliseconds) {
    aim *= 2;
    lines = await planner.withRounds(lines, aim);
    pieces = cutLines(lines, aim);
  }
  return { header, pieces };
}

/** Reads the lines of one upload and estimates them. */
class LinePlanner {
  readonly #manifest: Manifest;
  readonly #bytes: Uint8Array;

  constructor(manifest: Manifest, bytes: Uint8Array) {
    this.#manifest = manifest;
    this.#bytes = bytes;
  }

  async lines(): Promise<readonly Line[]> {
    const clashes = new Clashes(this.#manifest);
    const aim = aimOf(this.#manifest, 0);
    const lines: Line[] = [];
    for (const instance of lineInstances(this.#manifest, this.#bytes, { index: 0, line: 1 })) {
      const { start, end, line } = instance.raw;
      const problem = clashes.add(instance);
      const isSound = (problem ?? instance.problem) === null;
      const estimate = isSound ? await this.#estimate(instance, aim) : NO_WORK;
      lines.push({ start, end, line, problem, ...estimate });
    }
    return lines;
  }

  /** The lines that are solved in rounds with rounds for another aim. */
  async withRounds(lines: readonly Line[], aim: number): Promise<readonly Line[]> {
    const all: Line[] = [];
    for (const line of lines) {
      all.push(line.rounds === null ? line : { ...line, rounds: await this.#rounds(line, aim) });
    }
    return all;
  }

  async #rounds({ start, end, line }: Line, aim: number): Promise<Line['rounds']> {
    const bytes = this.#bytes.subarray(start, end);
    const [instance] = lineInstances(this.#manifest, bytes, { index: 0, line });
    return instance === undefined ? null : (await this.#estimate(instance, aim)).rounds;
  }

  /** What throws here throws in the chunk again, where it harms no other line. */
  async #estimate(instance: LineInstance, aim: number): Promise<Estimate> {
    const { game: name, bytes } = instance;
    const least = name === null ? MILLISECONDS_PER_SNIFFED_LINE : MILLISECONDS_PER_LINE;
    const { options } = this.#manifest;
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
function cutLines(lines: readonly Line[], aim: number): readonly PlannedPiece[] {
  const cut: PlannedPiece[] = [];
  let first = 0;
  let milliseconds = 0;
  for (const [last, line] of lines.entries()) {
    milliseconds += line.milliseconds;
    const next = lines[last + 1];
    const bytes = line.end - (lines[first] as Line).start;
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
