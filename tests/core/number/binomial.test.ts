import { expect, test } from 'vitest';
import { binomial, factorialsUpTo } from '../../../core/number/binomial.ts';
import { MODULUS } from '../../../core/number/mod-arithmetic.ts';

test('binomial(n, k) is the entry of the triangle of Pascal, and 0 outside', () => {
  const table = factorialsUpTo(60);
  let row = [1n];
  for (let n = 0; n <= 60; n++) {
    row.forEach((entry, k) => {
      expect(binomial(table, n, k)).toBe(Number(entry % BigInt(MODULUS)));
    });
    expect(binomial(table, n, n + 1)).toBe(0);
    expect(binomial(table, n, -1)).toBe(0);
    row = [1n, ...row.slice(1).map((entry, k) => entry + (row[k] as bigint)), 1n];
  }
});

test('the table of 0! alone is enough for 0 choose 0', () => {
  expect(binomial(factorialsUpTo(0), 0, 0)).toBe(1);
});

test('a table that was made for more serves smaller numbers as well', () => {
  factorialsUpTo(100);
  expect(binomial(factorialsUpTo(10), 10, 3)).toBe(120);
});
