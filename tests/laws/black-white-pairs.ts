import type { Case } from '../../core/games/black-white-pairs/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => number;

/** Exact at the size of the small cases, far below the modulus. */
function choose(n: number, k: number): number {
  let ways = 1;
  for (let taken = 1; taken <= k; taken++) ways = (ways * (n - k + taken)) / taken;
  return ways;
}

export const laws = [
  {
    name: 'from d = k/2 on, only the layouts without a gap are lost',
    holds: ({ cells, pieces }: Case, random: Random, solve: Solve) => {
      const pairs = pieces / 2;
      const moved = random.between(pairs, pieces);
      return (
        solve({ cells, pieces, moved }) === choose(cells, pieces) - choose(cells - pairs, pairs)
      );
    },
  },
  {
    name: 'an empty cell at the end changes no outcome',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const longer = { ...c, cells: c.cells + 1 };
      const lost = choose(c.cells, c.pieces) - solve(c);
      const lostLonger = choose(longer.cells, c.pieces) - solve(longer);
      return solve(longer) >= solve(c) && lostLonger >= lost;
    },
  },
  {
    name: 'a pair without a gap before the others changes no outcome',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const more = { ...c, cells: c.cells + 2, pieces: c.pieces + 2 };
      const lost = choose(c.cells, c.pieces) - solve(c);
      const lostMore = choose(more.cells, more.pieces) - solve(more);
      return solve(more) >= solve(c) && lostMore >= lost;
    },
  },
  {
    name: 'two pairs and d = 1: lost are the layouts with equal gaps',
    holds: ({ cells: n }: Case, _random: Random, solve: Solve) => {
      const cells = n + 2;
      let lost = 0;
      for (let gap = 0; 2 * gap + 4 <= cells; gap++) lost += choose(cells - 2 * gap - 2, 2);
      return solve({ cells, pieces: 4, moved: 1 }) === choose(cells, 4) - lost;
    },
  },
];
