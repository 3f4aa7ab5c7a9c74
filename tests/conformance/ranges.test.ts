import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyGame } from '../../core/game.ts';
import { cutRanges } from '../../core/pipeline/ranges/cut.ts';
import { openRanges } from '../../core/pipeline/ranges/opening.ts';
import { solveRange } from '../../core/pipeline/ranges/ranged-file.ts';
import { solveRanges } from '../../core/pipeline/ranges/solve-ranges.ts';
import { Columns } from '../../core/pipeline/solve-chunk.ts';
import { solveText } from '../../core/pipeline/solve-text.ts';
import { Random } from '../../core/random/random.ts';
import { randomTextOf } from '../../core/text/random-text.ts';
import { ACCIDENTS } from './accidents.ts';
import { bytesOf, fixture, subjects } from './games.ts';

/** An accident can make a small case a very large one. */
const options = { budget: { milliseconds: 20, bytes: 50_000_000 } };

/** Everything that is said of a file but the times. */
function inOnePiece(game: AnyGame, bytes: Uint8Array) {
  const columns = new Columns();
  const summary = solveText(game, bytes, options, (result, index) => columns.add(index, result));
  return known(columns, summary.warnings);
}

function inRanges(game: AnyGame, bytes: Uint8Array, count: number) {
  const columns = new Columns();
  const text = randomTextOf(bytes);
  const summary = solveRanges({ game, text, options }, count, (result, index) =>
    columns.add(index, result),
  );
  expect(columns.answers.length).toBe(summary.cases);
  return known(columns, summary.warnings);
}

function known({ answers, errors, caveats, steps }: Columns, warnings: unknown) {
  return { answers, errors, caveats, steps, warnings };
}

/** From 1 to 50. */
const COUNTS = [1, 2, 3, 5, 8, 13, 21, 34, 50];

describe.each(subjects)('$name', ({ name, game, proof }) => {
  const written = Object.values(proof.small).flatMap((generate) =>
    [1, 2, 3].map((seed) => game.codec.formatCases(generate(new Random(seed)))),
  );
  const odd = ['vectors.json', 'refused.json', 'warned.json'].flatMap((file) =>
    fixture<{ in: string }[]>(name, file).map((each) => each.in),
  );

  test('a file in ranges gives what it gives in one piece', () => {
    for (const text of [...written, ...odd]) {
      const bytes = bytesOf(text);
      const whole = inOnePiece(game, bytes);
      for (const count of COUNTS) {
        expect(inRanges(game, bytes, count), `${count}: ${text}`).toEqual(whole);
      }
    }
  });

  test('so does one that an accident happened to', () => {
    const property = fc.property(
      fc.constantFrom(...written, ...odd),
      fc.constantFrom(...ACCIDENTS),
      fc.nat(),
      fc.integer({ min: 1, max: 50 }),
      (text, accident, seed, count) => {
        const bytes = bytesOf(accident(text, seed % (text.length + 1)));
        expect(inRanges(game, bytes, count)).toEqual(inOnePiece(game, bytes));
      },
    );
    fc.assert(property, { numRuns: 500, seed: 20261130 });
  });
});

/** A file of some kilobytes as the judge writes it. */
function longFile({ game, proof }: (typeof subjects)[number]): string {
  const cases = Object.values(proof.small).flatMap((generate) =>
    Array.from({ length: 60 }, (_, seed) => generate(new Random(seed))).flat(),
  );
  // Cases of one file of even-split-heaps share their threshold.
  const [first] = cases as { threshold?: number }[];
  const alike = (cases as { threshold?: number }[]).filter(
    ({ threshold }) => threshold === first?.threshold,
  );
  return game.codec.formatCases(alike);
}

describe.each(subjects.filter(({ game }) => game.codec.framing !== undefined))(
  '$name',
  (subject) => {
    const { game } = subject;

    test('the first record of a range is guessed right in a file that the judge wrote', () => {
      const text = randomTextOf(bytesOf(longFile(subject)));
      const opening = openRanges(game, text, {});
      if (opening === null) throw new TypeError('no opening');
      const ends = cutRanges(text, opening, 20).map((range) => {
        const { content } = solveRange({ game, text, opening, options }, range);
        return content;
      });
      expect(ends.length).toBe(20);
      for (let at = 1; at < ends.length; at++) expect(ends[at]?.start).toBe(ends[at - 1]?.end);
    });

    test('a range is solved by the opening and its own bytes', () => {
      const whole = randomTextOf(bytesOf(longFile(subject)));
      const opening = openRanges(game, whole, {});
      if (opening === null) throw new TypeError('no opening');
      for (const range of cutRanges(whole, opening, 5).slice(1)) {
        let first = whole.size;
        const from = (start: number, end: number) => {
          first = Math.min(first, start);
          return whole.from(start, end);
        };
        const text = { size: whole.size, from };
        const { content } = solveRange({ game, text, opening, options }, range);
        expect(content.end).toBeGreaterThan(range.start);
        // Whether a line begins with the range tells the byte before it.
        expect(first).toBe(range.start - 1);
      }
    });
  },
);
