import type { AnyGame } from '../game.ts';
import { InvariantError } from '../text/errors.ts';

/** How a game is found: by its name or its judge's id, loaded only when it is wanted. */
export interface GameEntry {
  readonly name: string;
  readonly judge: string;
  /** Raised whenever an answer may change; part of the key of a cached result. */
  readonly version: number;
  readonly load: () => Promise<{ readonly game: AnyGame }>;
}

/**
 * All games, in the order of the documentation. To add one: make its folder (copy the files of
 * another), add its line here and in `proofs.ts`, add its row in `core/README.md`, run the suite.
 */
export const registry: readonly GameEntry[] = [
  {
    name: 'colored-token-split',
    judge: 'jzoj3996',
    version: 1,
    load: () => import('./colored-token-split/index.ts'),
  },
  {
    name: 'two-tokens-on-dag',
    judge: 'hdu5865',
    version: 1,
    load: () => import('./two-tokens-on-dag/index.ts'),
  },
  {
    name: 'election-promises',
    judge: 'cf1149e',
    version: 1,
    load: () => import('./election-promises/index.ts'),
  },
  {
    name: 'corner-geography',
    judge: 'bzoj2463',
    version: 1,
    load: () => import('./corner-geography/index.ts'),
  },
  {
    name: 'black-white-pairs',
    judge: 'bzoj2281',
    version: 1,
    load: () => import('./black-white-pairs/index.ts'),
  },
  {
    name: 'delete-nim',
    judge: 'bzoj1228',
    version: 1,
    load: () => import('./delete-nim/index.ts'),
  },
  {
    name: 'even-split-heaps',
    judge: 'bzoj3576',
    version: 1,
    load: () => import('./even-split-heaps/index.ts'),
  },
  {
    name: 'sliding-geography',
    judge: 'bzoj2437',
    version: 1,
    load: () => import('./sliding-geography/index.ts'),
  },
  {
    name: 'grid-geography',
    judge: 'bzoj1443',
    version: 1,
    load: () => import('./grid-geography/index.ts'),
  },
  {
    name: 'coin-progressions',
    judge: 'bzoj4600',
    version: 1,
    load: () => import('./coin-progressions/index.ts'),
  },
  {
    name: 'dag-subgraph-count',
    judge: 'agc016f',
    version: 1,
    load: () => import('./dag-subgraph-count/index.ts'),
  },
];

const entries = new Map(
  registry.flatMap((entry) => [entry.name, entry.judge].map((id) => [id, entry])),
);

/** The entry of a game by its name or its judge's id, in any case of letters; undefined if there is none. */
export function findGame(id: string): GameEntry | undefined {
  return entries.get(id) ?? entries.get(id.toLowerCase());
}

/** A registered game by its name or its judge's id. */
export async function loadGame(id: string): Promise<AnyGame> {
  const entry = findGame(id);
  if (entry === undefined) throw new InvariantError(`loadGame: no game ${id}`);
  return (await entry.load()).game;
}
