import type { AnyProof } from '../proof.ts';

/** The oracle and the generators of each game, apart from the registry so that no bundle of a function holds them. */
export const proofs: Readonly<Record<string, () => Promise<{ readonly proof: AnyProof }>>> = {
  'colored-token-split': () => import('./colored-token-split/generate.ts'),
  'sliding-geography': () => import('./sliding-geography/generate.ts'),
  'grid-geography': () => import('./grid-geography/generate.ts'),
};
