import { describe, expect, test } from 'vitest';
import { cutRanges } from '../../core/pipeline/ranges/cut.ts';
import { openRanges } from '../../core/pipeline/ranges/opening.ts';
import { solveRange } from '../../core/pipeline/ranges/ranged-file.ts';
import { joinOf } from '../../core/pipeline/ranges/solve-ranges.ts';
import { Columns } from '../../core/pipeline/solve-chunk.ts';
import { solveText } from '../../core/pipeline/solve-text.ts';
import { Random } from '../../core/random/random.ts';
import { bytesAt } from '../../core/text/random-text.ts';
import { bytesSource } from '../../io/containers/source.ts';
import { LoadedText, withBytes } from '../../io/loaded-text.ts';
import { bytesOf, fixture, subjects } from '../conformance/games.ts';

const hundred = Uint8Array.from({ length: 100 }, (_, index) => index);

describe('a text of which some is loaded', () => {
  test('is read where it is, and loaded where it is missing, with one read a gap', async () => {
    const reads: string[] = [];
    const read = (start: number, end: number) => {
      reads.push(`${start}-${end}`);
      return hundred.subarray(start, end);
    };
    const text = new LoadedText({ size: 100, read }, 8);
    await text.load(20, 30);
    await text.load(50, 60);
    await text.load(10, 70);
    expect(reads.splice(0)).toEqual(['20-30', '50-60', '10-20', '30-50', '60-70']);
    expect(bytesAt(text, 10, 60)).toEqual(hundred.subarray(10, 70));
    expect(() => bytesAt(text, 60, 11)).toThrow('found no byte 70');
    expect(await withBytes(text, () => bytesAt(text, 5, 200))).toEqual(hundred.subarray(5));
    expect(reads).toEqual(['5-10', '70-100']);
  });

  test('can be dropped', async () => {
    const text = new LoadedText(bytesSource(hundred), 8);
    await text.load(0, 10);
    expect(bytesAt(text, 0, 10)).toEqual(hundred.subarray(0, 10));
    text.drop();
    expect(() => bytesAt(text, 0, 10)).toThrow('found no byte 0');
  });

  test('throws what its source throws', async () => {
    const read = () => Promise.reject(new TypeError('gone'));
    const text = new LoadedText({ size: 100, read });
    await expect(withBytes(text, () => bytesAt(text, 0, 1))).rejects.toThrow('gone');
  });
});

/** Loaded anew for each call, some bytes at a time: each call is made again and again. */
async function byRanges(subject: (typeof subjects)[number], bytes: Uint8Array, count: number) {
  const { game } = subject;
  const text = new LoadedText(bytesSource(bytes), 16);
  const columns = new Columns();
  const call = async <Value>(work: () => Value) => {
    const value = await withBytes(text, work);
    text.drop();
    return value;
  };
  const opening = await call(() => openRanges(game, text, {}));
  if (opening === null) return null;
  const file = { game, text, opening, options: {} };
  const join = await call(() => joinOf(file, (result, index) => columns.add(index, result)));
  for (const range of await call(() => cutRanges(text, opening, count))) {
    const result = await call(() => solveRange(file, range));
    await call(() => join.add(result));
  }
  const { cases, warnings } = await call(() => join.finish());
  expect(columns.answers.length).toBe(cases);
  const { answers, errors, steps } = columns;
  return { answers, errors, steps, warnings };
}

function whole({ game }: (typeof subjects)[number], bytes: Uint8Array) {
  const columns = new Columns();
  const { warnings } = solveText(game, bytes, {}, (result, index) => columns.add(index, result));
  const { answers, errors, steps } = columns;
  return { answers, errors, steps, warnings };
}

const ranged = subjects.filter(
  ({ game }) => game.codec.framing !== undefined || game.list !== undefined,
);

describe.each(ranged)('$name', (subject) => {
  const { name, game, proof } = subject;

  test('a file whose bytes come as they are missed gives what it gives in one piece', async () => {
    const written = Object.values(proof.small).map((generate) =>
      game.codec.formatCases(generate(new Random(1))),
    );
    const odd = ['refused.json', 'warned.json'].flatMap((file) =>
      fixture<{ in: string }[]>(name, file).map((each) => each.in),
    );
    let opened = 0;
    for (const text of [...written, ...odd]) {
      const bytes = bytesOf(text);
      for (const count of [1, 3, 8]) {
        const found = await byRanges(subject, bytes, count);
        if (found === null) continue;
        opened++;
        expect(found, `${count}: ${text}`).toEqual(whole(subject, bytes));
      }
    }
    expect(opened).toBeGreaterThan(0);
  });
});
