import type { CaseResults, Chunk } from '../../core/pipeline/manifest.ts';
import type { Finding } from '../../core/text/errors.ts';
import { readPiece } from './archive-pack.ts';
import { InputGoneError } from './errors.ts';
import { lineInstances } from './instances.ts';
import type { Buckets, Manifest, PlannedPiece } from './manifest.ts';
import type { OpenJob } from './open-job.ts';
import type { Solved } from './part.ts';
import { NO_CASES, useless } from './solve-piece.ts';

/** A range of a piece that nobody could solve. */
export interface MissingRange {
  readonly piece: PlannedPiece;
  readonly range: Chunk;
  readonly failure: Finding;
}

/** One error row for each instance or case that a failed job has no result for. */
export async function missingResults(
  world: Buckets,
  { manifest }: OpenJob,
  { piece, range, failure }: MissingRange,
): Promise<Solved[]> {
  const { first, last } = range;
  if (manifest.kind === 'file') {
    const times = { millisecondsParse: 0, peakMegabytes: 0 };
    const results = errorsOnly(last - first + 1, failure);
    return [{ index: 0, frame: null, problem: null, first, results, ...times }];
  }
  const bytes = await readPiece(world, manifest, piece).catch(nullIfGone);
  if (bytes === null) return nameless(manifest, range, failure);
  const start = { index: piece.first, line: piece.line };
  return [...lineInstances(manifest, bytes, start)]
    .filter(({ index }) => first <= index && index <= last)
    .map((instance) => useless(instance, manifest.options, instance.problem ?? failure));
}

function nullIfGone(error: unknown): null {
  if (error instanceof InputGoneError) return null;
  throw error;
}

/** What instances are called can only be read in the upload; their numbers stay. */
function nameless({ file, game }: Manifest, { first, last }: Chunk, problem: Finding): Solved[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => {
    const index = first + offset;
    const named = { file, line: null, id: `instance ${index}` };
    const nothing = { sha256In: '', key: '', answer: null, warnings: [], remark: null };
    const times = { millisecondsParse: 0, peakMegabytes: 0 };
    const frame = { named, game, ...nothing };
    return { index, frame, problem, first: 0, results: NO_CASES, ...times };
  });
}

function errorsOnly(count: number, failure: Finding): CaseResults {
  const zeros = new Array<number>(count).fill(0);
  return {
    answers: new Array<null>(count).fill(null),
    errors: new Map(zeros.map((_, index) => [index, failure])),
    caveats: new Map(),
    certified: new Map(),
    steps: zeros,
    milliseconds: zeros,
  };
}
