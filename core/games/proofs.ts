import { type AnyProof, literalSolver } from '../proof.ts';
import { InvariantError } from '../text/errors.ts';

/** The oracle and the generators of each game, apart from the registry so that no bundle of a function holds them. */
export const proofs: Readonly<Record<string, () => Promise<{ readonly proof: AnyProof }>>> = {
  'colored-token-split': () => import('./colored-token-split/generate.ts'),
  'two-tokens-on-dag': () => import('./two-tokens-on-dag/generate.ts'),
  'election-promises': () => import('./election-promises/generate.ts'),
  'corner-geography': () => import('./corner-geography/generate.ts'),
  'black-white-pairs': () => import('./black-white-pairs/generate.ts'),
  'delete-nim': () => import('./delete-nim/generate.ts'),
  'even-split-heaps': () => import('./even-split-heaps/generate.ts'),
  'sliding-geography': () => import('./sliding-geography/generate.ts'),
  'grid-geography': () => import('./grid-geography/generate.ts'),
  'coin-progressions': () => import('./coin-progressions/generate.ts'),
  'dag-subgraph-count': () => import('./dag-subgraph-count/generate.ts'),
};

/** The proof of a registered game. */
export async function loadProof(name: string): Promise<AnyProof> {
  const load = proofs[name];
  if (load === undefined) throw new InvariantError(`loadProof: no proof for ${name}`);
  return (await load()).proof;
}

/** The solver of a game by the literal rules, by search. */
export async function loadLiteralSolver(name: string): Promise<(c: unknown) => unknown> {
  return literalSolver(await loadProof(name));
}
