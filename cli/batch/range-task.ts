import type { ByteRange } from '../../core/pipeline/ranges/cut.ts';
import type { RangeResult } from '../../core/pipeline/ranges/ranged-file.ts';
import type { TextSummary } from '../../core/pipeline/solve-text.ts';
import { type PackedResults, unpackResults } from './packed-results.ts';

/** A file that is solved by ranges. */
export interface LongFile {
  readonly path: string;
  readonly game: string;
}

/** Main thread → worker. */
export interface RangeTask extends LongFile {
  readonly range: ByteRange;
}

/** Worker → main thread: a range, and the results of its records beside it. */
export interface PackedRange extends RangeResult {
  readonly packed: PackedResults | null;
}

/** Worker → main thread: a long file in one piece. */
export interface Whole {
  readonly packed: PackedResults;
  readonly summary: TextSummary;
}

export function unpackRange({ packed, content, ...result }: PackedRange): RangeResult {
  if (packed === null || content.kind === 'list') return { ...result, content };
  return { ...result, content: { ...content, results: unpackResults(packed) } };
}
