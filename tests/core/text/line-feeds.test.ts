import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineFeeds } from '../../../core/text/line-feeds.ts';

test('counts the line feeds of any bytes, wherever they start in their buffer', () => {
  const byte = fc.oneof(
    fc.constantFrom(10, 11, 9, 138, 0x0a ^ 0x80, 0, 255),
    fc.integer({ min: 0, max: 255 }),
  );
  const property = fc.property(
    fc.uint8Array({ maxLength: 40 }),
    fc.array(byte, { maxLength: 40 }),
    (head, text) => {
      const bytes = Uint8Array.from([...head, ...text]).subarray(head.length);
      expect(lineFeeds(bytes)).toBe(text.filter((each) => each === 10).length);
    },
  );
  fc.assert(property, { numRuns: 2_000, seed: 20261130 });
});

test('no count runs over where every byte is a line feed', () => {
  expect(lineFeeds(new Uint8Array(10_001).fill(10))).toBe(10_001);
});
