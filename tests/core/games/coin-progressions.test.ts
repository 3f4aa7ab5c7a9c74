import { expect, test } from 'vitest';
import { proof } from '../../../core/games/coin-progressions/generate.ts';
import { type Case, limits } from '../../../core/games/coin-progressions/rules.ts';
import { grundyValues, nimSumOfTails, solve } from '../../../core/games/coin-progressions/solve.ts';
import { Random } from '../../../core/random/random.ts';

test.each([
  [1, '0123/1032/2301/3210'],
  [2, '0124/1032/2301/4210'],
  [20, '0124/1035/2306/4560'],
])('MAXQ = %i: the Grundy values of 2^a · 3^b for a, b ≤ 3', (most, values) => {
  const table = grundyValues(most).slice(0, 4);
  expect(table.map((row) => row.slice(0, 4).join('')).join('/')).toBe(values);
});

test('the table holds every pair of exponents up to the limit of n and no other', () => {
  const n = limits.coins.max;
  const table = grundyValues(1);
  table.forEach((row, a) => {
    expect(2 ** a * 3 ** (row.length - 1)).toBeLessThanOrEqual(n);
    expect(2 ** a * 3 ** row.length).toBeGreaterThan(n);
  });
  expect(2 ** table.length).toBeGreaterThan(n);
});

test('no MAXQ has a value of 2^8 or more, so a sum has none', () => {
  const tables = Array.from({ length: 31 }, (_, q) => grundyValues(q + 1));
  expect(Math.max(...tables.flat(2))).toBeLessThan(256);
});

test.each([1, 2, 3])('all rows of 12 coins with MAXQ = %i agree with the brute force', (most) => {
  const cases = Array.from({ length: 2 ** 12 }, (_, bits): Case => {
    const coins = Uint8Array.from({ length: 12 }, (__, index) => (bits >>> index) & 1);
    return { coins, most };
  });
  expect(cases.filter((c) => solve(c) !== proof.oracle(c))).toEqual([]);
});

test('rows longer than a cache block have the nim-sum of their tails, coin by coin', () => {
  const random = new Random(4600);
  for (const n of [32_767, 32_768, 32_769, 100_000]) {
    const coins = Uint8Array.from({ length: n }, () => random.below(2));
    const values = [...coins.keys()].map((index) =>
      coins[index] === 1 ? 0 : grundyValueOf(index + 1),
    );
    const sum = values.reduce((total, value) => total ^ value, 0);
    expect(nimSumOfTails({ coins, most: 2 }, { first: 0, last: n })).toBe(sum);
  }
});

/** The value of one coin for MAXQ = 2. */
function grundyValueOf(coin: number): number {
  let [a, b] = [0, 0];
  while (coin % 2 ** (a + 1) === 0) a++;
  while (coin % 3 ** (b + 1) === 0) b++;
  return grundyValues(2)[a]?.[b] ?? Number.NaN;
}
