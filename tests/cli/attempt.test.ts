import { expect, test } from 'vitest';
import { attemptsOf } from '../../cli/batch/attempt.ts';

const attempt = attemptsOf(50);

/** (module (func (export "f") (loop (br 0)))) */
const ENDLESS = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 9, 1, 7, 0, 3, 0x40, 0x0c, 0, 0x0b, 0x0b],
]);

const forEver: Readonly<Record<string, () => void>> = {
  'a loop': () => {
    for (;;);
  },
  'a loop of WebAssembly': () => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(ENDLESS), {});
    (exports['f'] as () => void)();
  },
  'a loop that catches whatever is thrown': () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  },
  'a heap that grows': () => {
    for (const hoard: unknown[] = []; ; ) hoard.push({ more: `${hoard.length}` });
  },
  'arrays of bytes': () => {
    for (const hoard: unknown[] = []; ; ) hoard.push(new Uint8Array(1 << 20).fill(1));
  },
  'a wait': () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  'a large number': () => {
    for (let power = 10n; ; power *= power) `${power}`;
  },
  'the end of the process': () => process.exit(3),
};

test.each(Object.entries(forEver))(
  '%s is stopped, and the next attempt is as the first',
  (_, work) => {
    expect(attempt(() => 6 * 7)).toBe(42);
    expect(attempt(work)).toBe(null);
    expect(attempt(() => 6 * 7)).toBe(42);
  },
);

test('what is thrown passes, and an overflow of the stack too', () => {
  const deep = (): number => deep() + 1;
  expect(() => attempt(deep)).toThrow(RangeError);
  const asked = new TypeError('as asked');
  expect(() =>
    attempt(() => {
      throw asked;
    }),
  ).toThrow(asked);
});

test('the process can be ended again afterwards', () => {
  const { exit } = process;
  attempt(() => process.exit(3));
  expect(process.exit).toBe(exit);
});
