import type { AnyGame } from '../game.ts';
import type { Chunk, ParsedFile } from './manifest.ts';

/**
 * Partitions the cases into at most `count` runs of about equal cost: each case is in exactly one
 * chunk, in order. O(cases) calls of the cost model.
 */
export function plan(game: AnyGame, file: ParsedFile, count: number): readonly Chunk[] {
  const last = file.cases.length - 1;
  if (last < 0) return [];
  return count <= 1 ? [{ first: 0, last }] : cut(stepsOfCases(game, file), count);
}

function cut(steps: readonly number[], count: number): readonly Chunk[] {
  const target = steps.reduce((sum, each) => sum + each, 0) / count;
  const chunks: Chunk[] = [];
  let first = 0;
  let filled = 0;
  for (let last = 0; last < steps.length; last++) {
    filled += steps[last] as number;
    if (filled < target * (chunks.length + 1) && last + 1 < steps.length) continue;
    chunks.push({ first, last });
    first = last + 1;
  }
  return chunks;
}

/** At least one step a case, so that a file of free cases is cut as well. */
function stepsOfCases(game: AnyGame, { cases, errors }: ParsedFile): readonly number[] {
  return cases.map((value, index) => (errors.has(index) ? 1 : Math.max(1, game.cost(value).steps)));
}
