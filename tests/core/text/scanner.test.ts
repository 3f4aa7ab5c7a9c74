import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someItems } from '../../../core/list-file.ts';
import { Random } from '../../../core/random/random.ts';
import { sourceOf } from '../../../core/text/byte-source.ts';
import { InputError } from '../../../core/text/errors.ts';
import { type Run, readRun } from '../../../core/text/number-run.ts';
import { RunReader } from '../../../core/text/run-reader.ts';
import { MOST_WORD, Scanner } from '../../../core/text/scanner/scanner.ts';
import { TokenReader } from '../../../core/text/token-reader.ts';
import { ACCIDENTS } from '../../conformance/accidents.ts';

const MOST = 1_536;
const scanner = new Scanner(MOST);
const doubles = new Float64Array(MOST);
const ALL = { count: MOST, min: 0, max: MOST_WORD };

/** Numbers of about as many digits as `most` has, ended by blanks and line feeds. */
function list(seed: number, count: number, most: number): string {
  const random = new Random(seed);
  const number = () => `${random.between(0, most)}${random.chance(0.5) ? ' ' : '\n'}`;
  return Array.from({ length: count }, number).join('');
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The loop, which stops some bytes before the end: something that it does not read stands there. */
function plainly(bytes: Uint8Array, run: Run) {
  const padded = new Uint8Array(run.end + 20).fill(0x78);
  padded.set(bytes.subarray(0, run.end));
  run.end = padded.length;
  readRun(padded, doubles, run);
  return { ...run, numbers: [...doubles.subarray(0, run.count)] };
}

function scanned(bytes: Uint8Array, run: Run) {
  scanner.scan(bytes, run);
  return { ...run, numbers: [...scanner.words.subarray(0, run.count)] };
}

/** Largest numbers of lists, among them the last ones of so many digits and of 32 bits. */
const SIZES = [1, 9, 10, 200, 9_999, 10_000, 99_999_999, 100_000_000, MOST_WORD, 99_999_999_999];

describe('the scanner and the loop', () => {
  test('read the same numbers, up to where the scanner stops', () => {
    const property = fc.property(
      fc.record({
        seed: fc.nat(),
        size: fc.constantFrom(...SIZES),
        tokens: fc.integer({ min: 0, max: 600 }),
        accidents: fc.array(fc.constantFrom(...ACCIDENTS), { maxLength: 2 }),
        from: fc.nat({ max: 130 }),
        cut: fc.nat({ max: 130 }),
        count: fc.constantFrom(0, 31, 32, 33, 64, 65, 200, MOST),
        share: fc.constantFrom(0, 0.01, 0.5),
      }),
      ({ seed, size, tokens, accidents, from, cut, count, share }) => {
        const text = accidents.reduce(
          (before, accident, at) => accident(before, (seed * (at + 1)) % (before.length + 1)),
          list(seed, tokens, size),
        );
        const bytes = bytesOf(text);
        const run = {
          at: Math.min(from, bytes.length),
          end: Math.max(0, bytes.length - cut),
          count,
          min: Math.floor(size * share) || 0,
          max: Math.min(MOST_WORD, Math.ceil(size * (1 - share / 2))),
        };
        const plain = plainly(bytes, { ...run });
        const wide = scanned(bytes, { ...run });
        expect(wide.numbers).toEqual(plain.numbers.slice(0, wide.count));
        expect(wide.at).toBe(plainly(bytes, { ...run, count: wide.count }).at);
      },
    );
    fc.assert(property, { numRuns: 5_000, seed: 20261130 });
  });

  test.each(SIZES.filter((size) => size <= MOST_WORD))(
    'a plain list up to %i is scanned to its end, as far as there is room',
    (size) => {
      for (let seed = 1; seed <= 40; seed++) {
        const bytes = bytesOf(list(seed, 40 * seed, size));
        const { at, count } = scanned(bytes, { ...ALL, at: 0, end: bytes.length });
        const isFull = count > MOST - 32 || at > 8_192 - 128;
        expect(isFull || at > bytes.length - 128, `seed ${seed}: ${at} of ${bytes.length}`).toBe(
          true,
        );
      }
    },
  );

  test.each([
    ...['x', '-1', '+1', '00', '07', '\r\n', '\t', '  ', ' \n', '\0', '\u{a0}'],
    ...['12345 ', '123456789 ', '12345678901', `1${'0'.repeat(18)}5 `],
  ])('the scanner reads the blocks before %j, and the loop to it', (odd) => {
    for (let before = 0; before < 200; before++) {
      const text = `${before % 3 === 0 ? '12 ' : '123 '}${'123 '.repeat(63)}${'7 '.repeat(before)}`;
      const bytes = bytesOf(`${text}${odd}8 ${'9 '.repeat(200)}`);
      const run = { ...ALL, at: 0, end: bytes.length };
      const wide = scanned(bytes, { ...run });
      expect(wide.at).toBeGreaterThan(text.length - 2 * 64);
      const { numbers } = plainly(bytes, { ...run });
      expect(wide.numbers).toEqual(numbers.slice(0, wide.count));
    }
  });

  test.each([
    { text: '4294967295 ', most: MOST_WORD, isRead: true },
    { text: '4294967296 ', most: MOST_WORD, isRead: false },
    { text: '9999999999 ', most: MOST_WORD, isRead: false },
    { text: '12345678 ', most: 12_345_678, isRead: true },
    { text: '12345678 ', most: 12_345_677, isRead: false },
    { text: '12 ', most: 12, isRead: true },
    { text: '12 ', most: 11, isRead: false },
  ])('$text against the bound $most', ({ text, most, isRead }) => {
    const bytes = bytesOf(text.repeat(100));
    const run = { at: 0, end: bytes.length, count: MOST, min: 0, max: most };
    expect(scanned(bytes, { ...run }).count > 0).toBe(isRead);
    const isWord = Number(text) <= MOST_WORD;
    const least = { ...run, min: most, max: MOST_WORD };
    expect(scanned(bytes, least).count > 0).toBe(isWord && most <= Number(text));
  });
});

/** All of a text by runs of a reader. */
function readAll(reader: RunReader, text: string): { numbers: number[]; isScanned: boolean } {
  const bytes = bytesOf(text);
  const run = { ...ALL, at: 0, end: bytes.length };
  const numbers: number[] = [];
  let isScanned = false;
  for (run.count = MOST; run.count > 0; run.at++) {
    run.count = MOST;
    const read = reader.read(bytes, run);
    isScanned ||= read.buffer.byteLength === 65_536;
    for (let at = 0; at < run.count; at++) numbers.push(read[at] as number);
  }
  return { numbers, isScanned };
}

describe('a reader of runs', () => {
  test('leaves short texts to the loop, and compiles the scanner for long ones', () => {
    const long = list(1, 200_000, 1_000);
    const short = long.slice(0, 100_000);
    expect(readAll(new RunReader(), short).isScanned).toBe(false);
    const { numbers, isScanned } = readAll(new RunReader(), long);
    expect(isScanned).toBe(true);
    const expected = long.trim().split(/\s/).map(Number);
    expect(numbers).toEqual(expected.slice(0, numbers.length));
    expect(numbers.length).toBeGreaterThan(expected.length - 20);
  });

  test('gives doubles where the bounds allow more than words hold', () => {
    const reader = new RunReader();
    const text = list(2, 150_000, 1e6) + list(3, 150_000, 1e14);
    const bytes = bytesOf(text);
    const run = { ...ALL, at: 0, end: bytes.length, max: Number.POSITIVE_INFINITY };
    const expected = text.trim().split(/\s/);
    for (let read = 0; read < 290_000; read += run.count, run.at++) {
      run.count = MOST;
      const numbers = reader.read(bytes, run);
      expect(run.count).toBeGreaterThan(0);
      expect(numbers).toBeInstanceOf(Float64Array);
      expect([...numbers.subarray(0, run.count)].join(' ')).toBe(
        expected.slice(read, read + run.count).join(' '),
      );
    }
  });

  test('reads nothing between bounds that leave no room', () => {
    const reader = new RunReader();
    readAll(reader, list(1, 200_000, 1_000));
    const bytes = bytesOf('1 '.repeat(1_000));
    const run = { at: 0, end: bytes.length, count: MOST, min: 1, max: 0 };
    reader.read(bytes, run);
    expect([run.count, run.at]).toEqual([0, 0]);
  });
});

/** What is known of a list after it was read, or why it was not. */
function outcome(text: string, limit: { min: number; max: number }, block?: number) {
  const reader = new TokenReader(sourceOf(bytesOf(text)), block === undefined ? {} : { block });
  const numbers: number[] = [];
  const columns = [1, 2].map((number) => ({
    into: new Int32Array(1_000),
    from: number - 1,
    limit: { symbol: `x${number}`, ...limit },
  }));
  try {
    reader.records(columns, 1_000);
    const items = { symbol: 'y', ...limit };
    while (reader.more()) numbers.push(...someItems(reader, Number.POSITIVE_INFINITY, items));
    const report = reader.takeReport()?.finding ?? null;
    return { columns, numbers, report, warnings: reader.warnings };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.finding;
  }
}

test('a reader of tokens reads, reports and warns alike, with the scanner and in small windows', () => {
  // After this the scanner is at work wherever the window is large.
  outcome(list(1, 200_000, 1_000), { min: 0, max: 1_000 });
  const property = fc.property(
    fc.nat(),
    fc.constantFrom(...SIZES),
    fc.constantFrom(...ACCIDENTS),
    fc.constantFrom(0, 0.001),
    (seed, size, accident, share) => {
      const before = list(seed, 4_000, size);
      const text = accident(before, seed % (before.length + 1));
      const limit = { min: 0, max: Math.floor(Math.min(size, MOST_WORD / 2) * (1 - share)) };
      expect(outcome(text, limit)).toEqual(outcome(text, limit, 300));
    },
  );
  fc.assert(property, { numRuns: 300, seed: 20261130 });
});
