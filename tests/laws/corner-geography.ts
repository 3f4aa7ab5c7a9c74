import type { Random } from '../../core/random/random.ts';

type Solve = (side: number) => boolean;

export const laws = [
  {
    name: 'one more row and column change the winner',
    holds: (side: number, _random: Random, solve: Solve) => solve(side + 1) !== solve(side),
  },
  {
    name: 'any even number of rows and columns more changes nothing, beyond 32 bits too',
    holds: (side: number, random: Random, solve: Solve) =>
      solve(side + 2 * random.below(2 ** 51)) === solve(side),
  },
];
