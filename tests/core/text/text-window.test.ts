import { expect, test } from 'vitest';
import type { ByteSource } from '../../../core/text/byte-source.ts';
import { TextWindow } from '../../../core/text/text-window.ts';

/** A pipe, which never gives more than so many bytes at a time. */
function pipeOf(text: Uint8Array, most: number): ByteSource {
  let given = 0;
  return {
    size: null,
    read(target) {
      const piece = text.subarray(given, given + Math.min(most, target.length));
      target.set(piece);
      given += piece.length;
      return piece.length;
    },
  };
}

test('what is held from a pipe is moved when the window is full, not for each piece', () => {
  const text = Buffer.from(Array.from({ length: 20_000 }, (_, number) => `${number}\n`).join(''));
  const window = new TextWindow(pipeOf(text, 100), { block: 256 });
  window.hold();
  const memories = new Set([window.bytes]);
  while (window.more()) memories.add(window.bytes);
  expect(Buffer.from(window.bytes.subarray(0, window.end)).equals(text)).toBe(true);
  expect(memories.size).toBeLessThan(2 * Math.log2(text.length));
});
