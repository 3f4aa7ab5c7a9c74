import { InvariantError } from '../text/errors.ts';
import type { CaseResult, ChunkResult } from './manifest.ts';

/** Puts the results of all chunks of a file in case order, in whatever order the chunks came. */
export function reduce(count: number, chunks: readonly ChunkResult[]): readonly CaseResult[] {
  const results: CaseResult[] = [];
  for (const chunk of [...chunks].sort((a, b) => a.first - b.first)) {
    if (chunk.first !== results.length || chunk.results.length !== chunk.last - chunk.first + 1) {
      throw new InvariantError(
        `reduce: expected a chunk from index ${results.length} on, got ${chunk.first}–${chunk.last}` +
          ` with ${chunk.results.length} results`,
      );
    }
    for (const result of chunk.results) results.push(result);
  }
  if (results.length !== count) {
    throw new InvariantError(`reduce: expected ${count} results, got ${results.length}`);
  }
  return results;
}
