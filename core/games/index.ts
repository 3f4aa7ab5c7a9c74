import type { AnyGame } from '../game.ts';

/** How a game is found: by its name or its judge's id, loaded only when it is wanted. */
export interface GameEntry {
  readonly name: string;
  readonly judge: string;
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
    load: () => import('./colored-token-split/index.ts'),
  },
  {
    name: 'sliding-geography',
    judge: 'bzoj2437',
    load: () => import('./sliding-geography/index.ts'),
  },
  {
    name: 'grid-geography',
    judge: 'bzoj1443',
    load: () => import('./grid-geography/index.ts'),
  },
];

/** The entry of a game by its name or its judge's id, in any case of letters; undefined if there is none. */
export function findGame(id: string): GameEntry | undefined {
  const wanted = id.toLowerCase();
  return registry.find(({ name, judge }) => name === wanted || judge === wanted);
}
