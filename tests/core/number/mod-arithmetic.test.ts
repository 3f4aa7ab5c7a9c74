import { expect, test } from 'vitest';
import {
  addMod,
  inverseMod,
  MODULUS,
  mulMod,
  powMod,
  subMod,
} from '../../../core/number/mod-arithmetic.ts';
import { Random } from '../../../core/random/random.ts';

const LARGEST = 2 ** 31 - 1;

/** Ends of the range first, where products and sums are largest. */
function residues(p: number, random: Random): number[] {
  const others = Array.from({ length: 40 }, () => random.below(p));
  return [0, 1, 2, 32767, 32768, p - 32768, p - 2, p - 1, ...others].filter((a) => a >= 0 && a < p);
}

test.each([2, 3, 998_244_353, MODULUS, LARGEST])('sums and products modulo %i are exact', (p) => {
  const all = residues(p, new Random(p));
  for (const a of all) {
    for (const b of all) {
      const [big, other, modulus] = [BigInt(a), BigInt(b), BigInt(p)];
      expect(addMod(a, b, p)).toBe(Number((big + other) % modulus));
      expect(subMod(a, b, p)).toBe(Number((big - other + modulus) % modulus));
      expect(mulMod(a, b, p)).toBe(Number((big * other) % modulus));
    }
  }
});

test('powMod takes exponents past 2^32', () => {
  expect(powMod(2, 0, MODULUS)).toBe(1);
  expect(powMod(2, 30, MODULUS)).toBe(73_741_817);
  expect(powMod(3, 2 ** 40, MODULUS)).toBe(powMod(powMod(3, 2 ** 20, MODULUS), 2 ** 20, MODULUS));
});

test('inverseMod gives what times the number is 1', () => {
  for (const a of residues(MODULUS, new Random(1)).filter((each) => each > 0)) {
    expect(mulMod(a, inverseMod(a, MODULUS), MODULUS)).toBe(1);
  }
});
