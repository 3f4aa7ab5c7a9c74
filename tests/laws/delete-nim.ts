import type { Case } from '../../core/games/delete-nim/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => boolean;

function groupsOf({ heaps }: Case): number[][] {
  return Array.from({ length: heaps.length / 2 }, (_, group) => [
    ...heaps.subarray(2 * group, 2 * group + 2),
  ]);
}

function caseOf(groups: readonly number[][]): Case {
  return { heaps: Float64Array.from(groups.flat()) };
}

export const laws = [
  {
    name: 'the order of the groups and that of the heaps in a group change nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const groups = random.shuffled(groupsOf(c)).map((group) => random.shuffled(group));
      return solve(caseOf(groups)) === solve(c);
    },
  },
  {
    name: 'a game and itself is lost',
    holds: (c: Case, random: Random, solve: Solve) => {
      const groups = groupsOf(c);
      return !solve(caseOf(random.shuffled([...groups, ...groups])));
    },
  },
  {
    name: 'groups of odd heaps, however large, change nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const odd = () => 2 * random.below(2 ** 52) + 1;
      return solve(caseOf([...groupsOf(c), [odd(), odd()], [1, odd()]])) === solve(c);
    },
  },
  {
    name: 'a heap of 2^a against one of 2^b is lost only if a = b, up to 2^52',
    holds: (_c: Case, random: Random, solve: Solve) => {
      const [a, b] = [random.between(0, 52), random.between(0, 52)];
      const sum = [
        [2 ** a, 1],
        [1, 2 ** b],
      ];
      return solve(caseOf(sum)) === (a !== b);
    },
  },
  {
    name: 'next to a heap of 2^a, beyond 32 bits, a smaller one has no say',
    holds: (c: Case, random: Random, solve: Solve) => {
      const power = 2 ** random.between(33, 52);
      const sum = [
        [power, 1 + random.below(power)],
        [1, power],
      ];
      return solve(caseOf([...groupsOf(c), ...sum])) === solve(c);
    },
  },
];
