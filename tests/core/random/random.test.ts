import { expect, test } from 'vitest';
import { randomDag } from '../../../core/random/dag.ts';
import { Random } from '../../../core/random/random.ts';

test('a seed gives the same numbers for ever', () => {
  const random = new Random(1);
  expect(Array.from({ length: 4 }, () => random.bits())).toEqual(PINNED);
});

const PINNED = [2_442_144_158, 3_238_099_751, 3_819_917_871, 2_104_621_829];

test('below, between, pick and shuffled stay in their range and reach all of it', () => {
  const random = new Random(7);
  const draws = Array.from({ length: 2_000 }, () => random.below(6));
  expect([...new Set(draws)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  const dice = Array.from({ length: 2_000 }, () => random.between(-1, 1));
  expect([...new Set(dice)].sort()).toEqual([-1, 0, 1]);
  expect(random.shuffled([1, 2, 3, 4]).sort()).toEqual([1, 2, 3, 4]);
  expect(Array.from({ length: 100 }, () => random.below(2 ** 53)).every(Number.isSafeInteger)).toBe(
    true,
  );
});

test('chance keeps to its probability', () => {
  const random = new Random(3);
  const hits = Array.from({ length: 10_000 }, () => random.chance(0.25)).filter(Boolean).length;
  expect(hits / 10_000).toBeCloseTo(0.25, 1);
  expect(random.chance(0)).toBe(false);
  expect(random.chance(1)).toBe(true);
});

test('randomDag has no cycle and no self-loop, and its numbering tells nothing', () => {
  const { tails, heads } = randomDag(new Random(5), 6, 200);
  const up = tails.filter((tail, edge) => tail < (heads[edge] as number)).length;
  expect(tails.every((tail, edge) => tail !== heads[edge])).toBe(true);
  expect(up).toBeGreaterThan(0);
  expect(up).toBeLessThan(200);
});
