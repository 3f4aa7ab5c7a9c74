import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalRows } from '../../../core/number/decimal-rows.ts';

test('numbers are joined by blanks, as join does', () => {
  const lists = fc.array(fc.oneof(fc.nat(), fc.nat(12), fc.integer({ min: 0, max: 2 ** 32 - 1 })));
  fc.assert(
    fc.property(lists, (list) => {
      expect(decimalRows(Uint32Array.from(list))).toBe(list.join(' '));
    }),
    { seed: 20261129 },
  );
  expect(decimalRows(Uint32Array.of(4_294_967_295, 0, 10, 99, 100))).toBe('4294967295 0 10 99 100');
});

test('a line has so many of them, the last one fewer if need be', () => {
  expect(decimalRows(Int32Array.of(1, 2, 3, 40, 5), 2)).toBe('1 2\n3 40\n5');
  expect(decimalRows(Int32Array.of(1, 2, 3, 40), 2)).toBe('1 2\n3 40');
  expect(decimalRows(Int32Array.of(7, 8), 1)).toBe('7\n8');
  expect(decimalRows(new Int32Array(0))).toBe('');
});

test('a head stands before them', () => {
  expect(decimalRows(Int32Array.of(1, 2, 3), 2, 'WIN\n')).toBe('WIN\n1 2\n3');
  expect(decimalRows(Uint32Array.of(4_294_967_295, 4_294_967_295), 1, 'a')).toBe(
    'a4294967295\n4294967295',
  );
  expect(decimalRows(new Int32Array(0), 2, 'WIN\n')).toBe('WIN\n');
});
