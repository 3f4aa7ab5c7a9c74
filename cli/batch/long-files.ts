import type { AnyGame } from '../../core/game.ts';
import { loadGame } from '../../core/games/index.ts';
import { isAsked } from '../../core/pipeline/asked.ts';
import type { Instance } from './instance.ts';
import type { TaskOptions } from './task.ts';

/** A file of more bytes is solved by ranges, if its game can. */
export const LONG_BYTES = 1 << 24;

/**
 * Whether a file of any length can be solved by ranges: its cases have to be there for nobody else. Known
 * at once from the second instance of a game on; most are asked about very many times.
 */
export function isRanged(
  { game, source, asked }: Pick<Instance, 'game' | 'source' | 'asked'>,
  { literal, secondSolver, certify, asked: all }: TaskOptions,
): boolean | Promise<boolean> {
  if (game === null || !('path' in source) || 'start' in source || 'zip' in source) return false;
  if (literal || secondSolver || certify !== 'none' || isAsked(asked ?? all)) return false;
  return ranged.get(game) ?? findOut(game);
}

const ranged = new Map<string, boolean>();

async function findOut(game: string): Promise<boolean> {
  const found = hasRanges(await loadGame(game));
  ranged.set(game, found);
  return found;
}

function hasRanges({ codec, list }: AnyGame): boolean {
  return codec.framing !== undefined || list !== undefined;
}
