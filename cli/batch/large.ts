import type { AnyGame } from '../../core/game.ts';
import { isWithin, millisecondsOfSteps } from '../../core/pipeline/budget.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import type { Content } from './content.ts';
import type { Instance } from './instance.ts';
import type { TaskOptions } from './task.ts';

/** An instance of one large case, which all threads could share. */
export interface Large {
  readonly item: Instance;
  readonly milliseconds: number;
}

/** Below this all threads together win less than the others lose while they wait for their turn. */
const LARGE_MILLISECONDS = 1000;

/** Milliseconds of one core for an instance that is one large case with a table; else null. */
export function largeForecast(
  game: AnyGame,
  { bytes }: Pick<Content, 'bytes'>,
  options: TaskOptions,
): number | null {
  return game.table === undefined ? null : largeIn(game, parse(game, bytes, options), options);
}

/** The same of a file that is parsed. */
export function largeIn(
  game: AnyGame,
  { cases, errors }: ParsedFile,
  { literal, budget }: Pick<TaskOptions, 'literal' | 'budget'>,
): number | null {
  const [only] = cases;
  if (game.table === undefined || literal || cases.length !== 1 || errors.size > 0) return null;
  const cost = game.cost(only);
  if (!isWithin(game, cost, budget)) return null;
  const milliseconds = millisecondsOfSteps(game, cost.steps);
  return milliseconds > LARGE_MILLISECONDS ? milliseconds : null;
}

/**
 * Who is solved side by side, one a core, and who after them with all cores to himself: those that
 * would still be running when the shorter ones, spread evenly over all cores, are done.
 */
export function turns(
  large: readonly Large[],
  jobs: number,
): { readonly sideBySide: readonly Instance[]; readonly alone: readonly Instance[] } {
  const longestFirst = [...large].sort((a, b) => b.milliseconds - a.milliseconds);
  let rest = large.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  let alone = 0;
  for (const { milliseconds } of longestFirst) {
    if (milliseconds * jobs <= rest) break;
    rest -= milliseconds;
    alone++;
  }
  const items = longestFirst.map(({ item }) => item);
  return { sideBySide: items.slice(alone), alone: items.slice(0, alone) };
}
