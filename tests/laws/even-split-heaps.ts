import type { Case } from '../../core/games/even-split-heaps/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => boolean;

function caseOf(threshold: number, heaps: Iterable<number>): Case {
  return { threshold, heaps: Int32Array.from(heaps) };
}

export const laws = [
  {
    name: 'the order of the heaps changes nothing',
    holds: ({ threshold, heaps }: Case, random: Random, solve: Solve) =>
      solve(caseOf(threshold, random.shuffled([...heaps]))) === solve(caseOf(threshold, heaps)),
  },
  {
    name: 'two heaps of one size, however large, change nothing',
    holds: ({ threshold, heaps }: Case, random: Random, solve: Solve) => {
      const size = random.between(1, 100_000);
      return solve(caseOf(threshold, [size, ...heaps, size])) === solve(caseOf(threshold, heaps));
    },
  },
  {
    name: 'heaps below F change nothing',
    holds: ({ threshold, heaps }: Case, random: Random, solve: Solve) => {
      const dead = threshold === 1 ? [] : [random.between(1, threshold - 1)];
      return solve(caseOf(threshold, [...dead, ...heaps])) === solve(caseOf(threshold, heaps));
    },
  },
  {
    name: 'a single heap is won exactly if it can be split',
    holds: ({ threshold }: Case, random: Random, solve: Solve) => {
      const size = random.between(1, random.pick([10, 100_000]));
      return solve(caseOf(threshold, [size])) === size >= Math.max(2, threshold);
    },
  },
  {
    name: 'a heap and what it is split into, side by side, are won, for large heaps and any m',
    holds: ({ threshold }: Case, random: Random, solve: Solve) => {
      const size = random.between(threshold + 1, 100_000);
      const m = random.between(2, Math.min(size, 1_000));
      const parts = Array.from({ length: m }, (_, part) => Math.floor((size + part) / m));
      return solve(caseOf(threshold, [size, ...parts]));
    },
  },
];
