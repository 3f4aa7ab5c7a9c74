import type { Frame } from '../../core/framing.ts';
import { loadGame } from '../../core/games/index.ts';
import { isAsked, JUDGES } from '../../core/pipeline/asked.ts';
import { DEFAULT_BUDGET, isWithin, millisecondsOfSteps } from '../../core/pipeline/budget.ts';
import { type ByteRange, cutBlindly } from '../../core/pipeline/ranges/cut.ts';
import type { RangedFile } from '../../core/pipeline/ranges/ranged-file.ts';
import { InputError } from '../../core/text/errors.ts';
import { TokenReader } from '../../core/text/token-reader.ts';
import { withBytes } from '../../io/loaded-text.ts';
import { aimOf, MOST_CHUNKS, NANOSECONDS_PER_BYTE } from './chunk-size.ts';
import type { World } from './chunk-step.ts';
import type { Manifest, Plan, PlanHeader, PlannedPiece } from './manifest.ts';
import { DEFAULT_RANGES, hasRanges, openRanged } from './ranged-upload.ts';
import { LARGEST, tooLarge } from './refusals.ts';

/** Whether an upload may be planned without being read, as far as can be told before it is opened. */
export async function mayHaveRanges(manifest: LongUpload): Promise<boolean> {
  const { kind, packing, game, options, upload, ranges = DEFAULT_RANGES } = manifest;
  if (kind !== 'file' || packing !== undefined || game === null) return false;
  if (upload.size <= ranges.from || isAsked(options.asked ?? JUDGES)) return false;
  return hasRanges(await loadGame(game));
}

type LongUpload = Pick<Manifest, 'kind' | 'packing' | 'game' | 'options' | 'ranges'> & {
  readonly upload: { readonly size: number };
};

/**
 * The plan of a long file, of which only the opening is read: each piece is a range of its bytes, and its
 * number. Null for a file that is to be read whole.
 */
export async function planOfRanges(
  world: Pick<World, 'inbox' | 'now'>,
  manifest: Manifest,
  base: PlanHeader,
): Promise<Plan | null> {
  if (!(await mayHaveRanges(manifest))) return null;
  const { game, upload, warnings = [] } = manifest;
  const file = await openRanged(world, manifest, game as string);
  // A single case of several parts is solved in rounds, if it can be read whole.
  if (file === null || file.opening.frame?.count === 1) {
    if (upload.size <= LARGEST) return null;
    const problem = { ...tooLarge(upload.size), place: null };
    return { header: { ...base, warnings, instances: 1, problem }, pieces: [] };
  }
  const { ranges, milliseconds } = await withBytes(file.text, () => cutOfFile(file, manifest));
  const header = { ...base, warnings, instances: 1, milliseconds, game };
  return { header, pieces: piecesOf(file, ranges, milliseconds) };
}

/** How a long file is cut, and what it takes by its first cases. */
export interface FileCut {
  readonly ranges: readonly ByteRange[];
  /** Of one core of the machine where the games were measured. */
  readonly milliseconds: number;
  /** As far as the file does not say it itself, an estimate. */
  readonly cases: number;
  /** Memory of the largest case that was seen. */
  readonly bytes: number;
}

/** How a job cuts a long file. Reads a little more than its opening. */
export function cutOfFile(
  file: RangedFile,
  { chunkSeconds, ranges = DEFAULT_RANGES }: Pick<Manifest, 'chunkSeconds' | 'ranges'>,
): FileCut {
  const { opening, text } = file;
  const rate = rateOf(file);
  const milliseconds = (rate.nanosecondsPerByte * text.size) / 1e6;
  const most = Math.min(ranges.bytes, rate.bytesPerCase * MOST_CASES);
  const wanted = Math.max(
    milliseconds / aimOf({ chunkSeconds }, milliseconds),
    text.size / most,
    1,
  );
  const cut = cutBlindly(opening, text.size, Math.min(Math.ceil(wanted), MOST_CHUNKS));
  const cases = opening.frame?.count ?? Math.round(text.size / rate.bytesPerCase);
  return { ranges: cut, milliseconds, cases, bytes: rate.bytes };
}

/** Cases of a range, whose results are in memory several times over where they are put together. */
const MOST_CASES = 1 << 18;

function piecesOf(
  { opening: { place } }: RangedFile,
  ranges: readonly ByteRange[],
  milliseconds: number,
): PlannedPiece[] {
  const { line, column } = place;
  const each = { line, column, milliseconds: milliseconds / ranges.length };
  const nothing = { head: '', problems: [], rounds: null };
  return ranges.map((range, index) => ({
    ...{ first: index, last: index },
    ...range,
    ...each,
    ...nothing,
  }));
}

/** Bytes behind the opening by which a file is judged. */
const SAMPLE = 128 * 1024;

interface Rate {
  readonly nanosecondsPerByte: number;
  readonly bytesPerCase: number;
  /** Memory of the largest case. */
  readonly bytes: number;
}

/** What the file takes, by its first cases; those that are too large take nothing, since they are refused. */
function rateOf(file: RangedFile): Rate {
  const { game, text, opening } = file;
  if (opening.list !== null && game.list !== undefined) {
    const { c, count } = opening.list;
    const milliseconds = millisecondsOfSteps(game, game.list.steps(c, count));
    return {
      nanosecondsPerByte: NANOSECONDS_PER_BYTE + (milliseconds * 1e6) / text.size,
      bytesPerCase: text.size,
      bytes: game.cost(c).bytes,
    };
  }
  const { cases, bytes } = sampleOf(file);
  const sound = cases.filter((c) => isWithin(game, game.cost(c), DEFAULT_BUDGET));
  const steps =
    game.costTogether?.(sound).steps ??
    sound.reduce<number>((sum, c) => sum + game.cost(c).steps, 0);
  const nanoseconds = millisecondsOfSteps(game, steps) * 1e6;
  return {
    nanosecondsPerByte: NANOSECONDS_PER_BYTE + nanoseconds / bytes,
    bytesPerCase: bytes / Math.max(1, cases.length),
    bytes: sound.reduce<number>((most, c) => Math.max(most, game.cost(c).bytes), 0),
  };
}

/** The first cases of a file, as far as they can be read, and how many bytes they take. */
function sampleOf({ game, text, opening, options }: RangedFile) {
  const { framing } = game.codec;
  const { start, frame, part } = opening;
  const cases: unknown[] = [];
  let bytes = 1;
  const reader = new TokenReader(text.from(start, text.size), { ...options, part });
  try {
    while (bytes < SAMPLE && reader.more()) {
      const c = framing?.record(reader, frame as Frame) ?? null;
      if (c === null) break;
      if (reader.takeReport() === null) cases.push(c);
      bytes = Math.max(1, reader.offset);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return { cases, bytes };
}
