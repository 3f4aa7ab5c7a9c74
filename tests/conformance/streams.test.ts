import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerText } from '../../core/pipeline/answer-text.ts';
import { run } from '../../core/pipeline/run.ts';
import { Columns } from '../../core/pipeline/solve-chunk.ts';
import { solveText } from '../../core/pipeline/solve-text.ts';
import { Random } from '../../core/random/random.ts';
import { sourceOf } from '../../core/text/byte-source.ts';
import { ACCIDENTS } from './accidents.ts';
import { bytesOf, fixture, subjects } from './games.ts';

/** An accident can make a small case a very large one. */
const budget = { milliseconds: 20, bytes: 50_000_000 };

type Game = (typeof subjects)[number]['game'];

function atOnce(game: Game, bytes: Uint8Array) {
  const { answers, errors, caveats, steps, warnings } = run(game, bytes, { budget });
  return { answers, errors, caveats, steps, warnings };
}

function streamed(game: Game, bytes: Uint8Array, cut: number) {
  const columns = new Columns();
  const options = { block: 1, budget };
  const { cases, warnings } = solveText(game, sourceOf(bytes, cut), options, (result, index) =>
    columns.add(index, result),
  );
  const { answers, errors, caveats, steps } = columns;
  expect(answers.length).toBe(cases);
  return { answers, errors, caveats, steps, warnings };
}

/** The judge's text where answers are taken many at a time, and how many were. */
function inWords(game: Game, bytes: Uint8Array, milliseconds = budget.milliseconds) {
  const answers = new AnswerText(game.codec.separator);
  let taken = 0;
  const { cases } = solveText(
    game,
    sourceOf(bytes, 4096),
    {
      budget: { ...budget, milliseconds },
      takeWords(words, places) {
        answers.addWords(words, places);
        taken += places.length;
      },
    },
    ({ answer }) => answers.add(answer),
  );
  return { cases, taken, answer: answers.whole() };
}

describe.each(subjects)('$name', ({ name, game, proof }) => {
  const files = Object.values(proof.small).flatMap((generate) =>
    [1, 2, 3].map((seed) => game.codec.formatCases(generate(new Random(seed)))),
  );
  const odd = ['vectors.json', 'refused.json', 'warned.json'].flatMap((file) =>
    fixture<{ in: string }[]>(name, file).map((each) => each.in),
  );

  test('cases that are solved while their file is read have the results of the whole file', () => {
    for (const text of [...files, ...odd]) {
      const bytes = bytesOf(text);
      expect(streamed(game, bytes, 7), text).toEqual(atOnce(game, bytes));
    }
  });

  test('also where an accident happened to it', () => {
    const property = fc.property(
      fc.constantFrom(...files, ...odd),
      fc.constantFrom(...ACCIDENTS),
      fc.nat(),
      (text, accident, seed) => {
        const bytes = bytesOf(accident(text, seed % (text.length + 1)));
        expect(streamed(game, bytes, 3)).toEqual(atOnce(game, bytes));
      },
    );
    fc.assert(property, { numRuns: 300, seed: 20261130 });
  });

  test('and answers that are taken many at a time are those of the whole file', () => {
    const { words } = game.codec;
    const long = words === undefined ? [] : [`${[...Array(50_000).keys()].slice(1).join(' ')} 0 7`];
    for (const text of [...files, ...odd, ...long]) {
      const bytes = bytesOf(text);
      const { answer, answers } = run(game, bytes, { budget });
      const streamedOnce = inWords(game, bytes);
      expect(streamedOnce.answer, text).toBe(answer);
      expect(streamedOnce.cases).toBe(answers.length);
    }
    for (const text of long) {
      expect(inWords(game, bytesOf(text)).taken).toBeGreaterThan(40_000);
      // What is too large for its budget is refused one by one.
      expect(inWords(game, bytesOf(text), 0)).toMatchObject({ taken: 0, answer: null });
    }
  });

  const medium = Object.entries(proof.medium ?? {});
  if (game.fold === undefined || medium.length === 0) return;

  test.each(medium)(
    'a list that is folded has the answer of the list that is kept: %s',
    (_, generate) => {
      for (const seed of [1, 2, 3]) {
        const bytes = bytesOf(game.codec.formatCases(generate(new Random(seed))));
        expect(streamed(game, bytes, 4096)).toEqual(atOnce(game, bytes));
      }
    },
  );
});
