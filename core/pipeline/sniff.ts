import type { AnyGame, Asked } from '../game.ts';
import { loadGame, registry } from '../games/index.ts';
import type { Finding } from '../text/errors.ts';
import { lineFeeds } from '../text/line-feeds.ts';
import { IGNORED_REST, type ReaderOptions } from '../text/token-reader.ts';
import { askedOf, JUDGES } from './asked.ts';
import { type ParseOptions, parse } from './parse.ts';

export interface GameOptions extends ReaderOptions {
  /** The judge's answer where nothing is said. */
  readonly asked?: Asked;
}

/**
 * The game of that name, giving the answers asked for; without a name, the one that the content fits. Or
 * what is wrong.
 */
export async function gameFor(
  name: string | null,
  bytes: Uint8Array,
  options: GameOptions,
): Promise<AnyGame | Finding> {
  const game = await judgesGame(name, bytes, options);
  return 'rule' in game ? game : askedOf(game, options.asked ?? JUDGES);
}

async function judgesGame(
  name: string | null,
  bytes: Uint8Array,
  options: ReaderOptions,
): Promise<AnyGame | Finding> {
  if (name === null) return sniffGame(bytes, options);
  const game = loaded.get(name) ?? (await loadGame(name));
  loaded.set(name, game);
  return game;
}

/** Games by the names they were asked for by: to import a module again takes some microseconds a time. */
const loaded = new Map<string, AnyGame>();
let all: readonly AnyGame[] | null = null;

/** The one game whose format the content fits, or what is wrong. */
export async function sniffGame(
  bytes: Uint8Array,
  options: ReaderOptions,
): Promise<AnyGame | Finding> {
  all ??= await Promise.all(registry.map(async ({ load }) => (await load()).game));
  return sniffed(all, bytes, options);
}

function sniffed(
  games: readonly AnyGame[],
  bytes: Uint8Array,
  options: ReaderOptions,
): AnyGame | Finding {
  const fitting = startingWith(games, bytes, options).filter((game) => fits(game, bytes, options));
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

/**
 * The games whose format the first case fits: few of eleven, and seen at once. Their errors are made
 * without the stack that nobody reads, which takes most of the time.
 */
function startingWith(
  games: readonly AnyGame[],
  bytes: Uint8Array,
  options: ReaderOptions,
): readonly AnyGame[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return games.filter((game) => startsWith(game, bytes, options));
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** True also where reading throws what is a bug, so that it is thrown again with its stack. */
function startsWith(game: AnyGame, bytes: Uint8Array, options: ReaderOptions): boolean {
  try {
    return fits(game, bytes, { ...options, most: 1 });
  } catch {
    return true;
  }
}

/**
 * Whether a game can read all of the content: one that ends early, or reads the numbers of a line one by one, would
 * also fit the broken file of another game, and answer it.
 */
function fits(game: AnyGame, bytes: Uint8Array, options: ParseOptions): boolean {
  const { cases, errors, warnings } = parse(game, bytes, options);
  if (cases.length === 0 || errors.size > 0) return false;
  if (warnings.some(({ rule }) => rule === IGNORED_REST)) return false;
  return game.codec.framing?.plain === undefined || cases.length <= lineFeeds(bytes) + 1;
}
