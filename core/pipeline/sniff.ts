import type { AnyGame } from '../game.ts';
import { loadGame, registry } from '../games/index.ts';
import type { Finding } from '../text/errors.ts';
import type { ReaderOptions } from '../text/token-reader.ts';
import { parse } from './parse.ts';

/** The game of that name; without a name, the one that the content fits, or what is wrong. */
export function gameFor(
  name: string | null,
  bytes: Uint8Array,
  options: ReaderOptions,
): Promise<AnyGame | Finding> {
  return name === null ? sniffGame(bytes, options) : loadGame(name);
}

/** The one game whose format the content fits, or what is wrong. */
export async function sniffGame(
  bytes: Uint8Array,
  options: ReaderOptions,
): Promise<AnyGame | Finding> {
  const games = await Promise.all(registry.map(async ({ load }) => (await load()).game));
  const fitting = games.filter((game) => fits(game, bytes, options));
  const [only, second] = fitting;
  if (only !== undefined && second === undefined) return only;
  const hint = 'name the game with --game, in nimbus.yaml, or as the name of the folder';
  const allowed = 'content that fits exactly one game';
  if (only === undefined) {
    return { rule: 'unknown-game', place: null, found: 'content that fits no game', allowed, hint };
  }
  const names = fitting.map(({ name }) => name).join(', ');
  return {
    rule: 'ambiguous-game',
    place: null,
    found: `content that fits ${names}`,
    allowed,
    hint,
  };
}

function fits(game: AnyGame, bytes: Uint8Array, options: ReaderOptions): boolean {
  const { cases, errors } = parse(game, bytes, options);
  return cases.length > 0 && errors.size === 0;
}
