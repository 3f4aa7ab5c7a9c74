import { settledRange } from '../../core/pipeline/ranges/cut.ts';
import type { ListRange } from '../../core/pipeline/ranges/list-range.ts';
import { type RangeResult, solveRange } from '../../core/pipeline/ranges/ranged-file.ts';
import type { RecordRange } from '../../core/pipeline/ranges/record-range.ts';
import { Columns, caseResultAt } from '../../core/pipeline/solve-chunk.ts';
import { InvariantError } from '../../core/text/errors.ts';
import { withBytes } from '../../io/loaded-text.ts';
import { measuredPeak } from '../../io/peak-memory.ts';
import { round } from '../../io/results/row.ts';
import type { World } from './chunk-step.ts';
import type { PlannedPiece } from './manifest.ts';
import type { OpenJob } from './open-job.ts';
import type { Solved } from './part.ts';
import { openRanged, type RangedUpload } from './ranged-upload.ts';
import { NO_CASES } from './solve-piece.ts';

/** What a part says of a range of a file beside its cases; the sum of a list in base64. */
export interface StoredRange extends Omit<RangeResult, 'content'> {
  readonly content:
    | Omit<RecordRange, 'results'>
    | (Omit<ListRange, 'sum'> & { readonly sum: string });
}

/** What the part of a range of a long file is to say. */
export async function solvedRange(
  world: World,
  open: OpenJob,
  piece: PlannedPiece,
): Promise<Solved> {
  const file = await openPlanned(world, open);
  await loadPiece(file, piece);
  const start = world.now();
  const result = await withBytes(file.text, () => solveRange(file, settledRange(file.text, piece)));
  return solvedOf(file, piece, result, world.now() - start);
}

/** The upload of a job that was planned by ranges. */
export async function openPlanned(
  world: Pick<World, 'inbox' | 'now'>,
  { manifest, plan, job }: OpenJob,
): Promise<RangedUpload> {
  const file = await openRanged(world, manifest, plan.header.game as string);
  if (file !== null) return file;
  throw new InvariantError(`${job}: found no ranges in the upload, allowed those of its plan`);
}

/** Bytes beside a range: those before it that tell of a cut, those after it that its last case may need. */
const BEFORE = 64;
const BEHIND = 256 * 1024;

/** Loads the bytes of a piece, with one read. */
async function loadPiece({ text }: RangedUpload, { start, end }: PlannedPiece): Promise<void> {
  await text.load(start - BEFORE, end + BEHIND);
}

function solvedOf(
  { game }: RangedUpload,
  { first }: PlannedPiece,
  { content, ...about }: RangeResult,
  milliseconds: number,
): Solved {
  const base = { index: 0, frame: null, problem: null, first, peakMegabytes: measuredPeak() };
  if (content.kind === 'list') {
    const { sum, ...list } = content;
    const bytes = game.list?.binary.encode(sum) ?? new Uint8Array();
    const range = { ...about, content: { ...list, sum: Buffer.from(bytes).toString('base64') } };
    return { ...base, results: NO_CASES, range, millisecondsParse: round(milliseconds) };
  }
  const { results, ...records } = content;
  const columns = new Columns();
  for (const [index, result] of results.entries()) columns.add(index, result);
  const solving = columns.milliseconds.reduce((sum, each) => sum + each, 0);
  const millisecondsParse = round(Math.max(0, milliseconds - solving));
  return {
    ...base,
    results: { ...columns },
    range: { ...about, content: records },
    millisecondsParse,
  };
}

/** What a range came to, from its part; null where nobody could solve it. */
export function rangeResultOf(
  { game }: RangedUpload,
  { range, results }: Solved,
): RangeResult | null {
  if (range === undefined) return null;
  const { content, ...about } = range;
  if (content.kind === 'list') {
    const sum = game.list?.binary.decode(Buffer.from(content.sum, 'base64'));
    return { ...about, content: { ...content, sum } };
  }
  const cases = results.answers.map((_, index) => caseResultAt(results, index));
  return { ...about, content: { ...content, results: cases } };
}
