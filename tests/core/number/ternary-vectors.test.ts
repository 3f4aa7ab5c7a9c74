import { expect, test } from 'vitest';
import { complementsTo, vectorsOfBits } from '../../../core/number/ternary-vectors.ts';

test('bits become the same digits in base 3', () => {
  expect([...vectorsOfBits(0)]).toEqual([0]);
  const vectors = vectorsOfBits(6);
  vectors.forEach((vector, bits) => {
    expect(vector.toString(3)).toBe(bits.toString(2));
  });
});

test('a vector and its complement add up, coordinate by coordinate mod 3', () => {
  expect([...complementsTo([])]).toEqual([0]);
  const sum = [2, 0, 1, 2];
  complementsTo(sum).forEach((complement, vector) => {
    sum.forEach((wanted, place) => {
      const digit = (packed: number) => Math.floor(packed / 3 ** place) % 3;
      expect((digit(vector) + digit(complement)) % 3).toBe(wanted);
    });
  });
});
