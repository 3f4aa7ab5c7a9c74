import type { AnyGame } from '../game.ts';
import type { Chunk, ParsedCase, ParsedFile } from './manifest.ts';

/**
 * Partitions the cases into at most `count` runs of about equal cost: each case is in exactly one
 * chunk, in order. O(cases) calls of the cost model.
 */
export function plan(game: AnyGame, file: ParsedFile, count: number): readonly Chunk[] {
  const steps = file.cases.map((parsed) => stepsOf(game, parsed));
  const target = steps.reduce((sum, each) => sum + each, 0) / Math.max(1, count);
  const chunks: Chunk[] = [];
  let first = 0;
  let filled = 0;
  let before = 0;
  for (let last = 0; last < steps.length; last++) {
    filled += steps[last] as number;
    if (before + filled < target * (chunks.length + 1) && last + 1 < steps.length) continue;
    chunks.push({ first, last, steps: filled });
    before += filled;
    filled = 0;
    first = last + 1;
  }
  return chunks;
}

/** At least one step a case, so that a file of free cases is cut as well. */
function stepsOf(game: AnyGame, parsed: ParsedCase): number {
  return parsed.kind === 'error' ? 1 : Math.max(1, game.cost(parsed.value).steps);
}
