import { InvariantError } from '../text/errors.ts';
import type { CaseResults, ChunkResult } from './manifest.ts';

/** Puts the results of all chunks of a file in case order, in whatever order the chunks came. */
export function reduce(count: number, chunks: readonly ChunkResult[]): CaseResults {
  const ordered = [...chunks].sort((a, b) => a.first - b.first);
  refuseGaps(count, ordered);
  const [only, second] = ordered;
  if (only !== undefined && second === undefined) return only;
  return {
    answers: ordered.flatMap(({ answers }) => answers),
    steps: ordered.flatMap(({ steps }) => steps),
    milliseconds: ordered.flatMap(({ milliseconds }) => milliseconds),
    errors: new Map(ordered.flatMap(({ errors }) => [...errors])),
    caveats: new Map(ordered.flatMap(({ caveats }) => [...caveats])),
    certified: new Map(ordered.flatMap(({ certified }) => [...certified])),
  };
}

/** Throws InvariantError unless the chunks cover each case exactly once. */
function refuseGaps(count: number, ordered: readonly ChunkResult[]): void {
  let next = 0;
  for (const { first, last, answers } of ordered) {
    if (first !== next || answers.length !== last - first + 1) {
      throw new InvariantError(
        `reduce: expected a chunk from index ${next} on, got ${first} to ${last} with ${answers.length} answers`,
      );
    }
    next = last + 1;
  }
  if (next !== count) throw new InvariantError(`reduce: expected ${count} results, got ${next}`);
}
