import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerText } from '../../../core/pipeline/answer-text.ts';

function printed(answers: readonly (string | null)[], separator = '\n') {
  const text = new AnswerText(separator);
  for (const answer of answers) text.add(answer);
  return { whole: text.whole(), bytes: Buffer.concat(text.pieces()).toString() };
}

describe('the answers of a file', () => {
  test.each([
    [[], '\n', ''],
    [['YES'], '\n', 'YES\n'],
    [['1', '0', '1'], ' ', '1 0 1\n'],
    [['', ''], '\n', '\n\n'],
    [['WIN\n1 2', 'LOSE'], '\n', 'WIN\n1 2\nLOSE\n'],
  ])('%j are printed as the judge prints them', (answers, separator, expected) => {
    expect(printed(answers, separator)).toEqual({ whole: expected, bytes: expected });
  });

  test('is none where one case has none', () => {
    expect(printed(['YES', null, 'NO'])).toEqual({ whole: null, bytes: '' });
  });

  test('is whole over the borders of pieces', () => {
    const answers = Array.from({ length: 50_000 }, (_, at) => 'é'.repeat(at % 7) + at);
    for (const at of [0, 20_000, 20_001, 49_999]) answers[at] = 'x'.repeat(65_534 + (at % 5));
    const expected = `${answers.join('\n')}\n`;
    expect(printed(answers)).toEqual({ whole: expected, bytes: expected });
  });

  test('is the same where many are added at once', () => {
    const words = ['Bob', 'Alice', ''];
    const some = fc.tuple(fc.nat(70_000), fc.nat(2), fc.boolean());
    const property = fc.property(fc.array(some, { maxLength: 6 }), (runs) => {
      const [one, many] = [new AnswerText('\n'), new AnswerText('\n')];
      for (const [count, shift, isAtOnce] of runs) {
        const places = Uint8Array.from({ length: count }, (_, at) => ((at >> 2) + shift) % 3);
        for (const place of places) one.add(words[place] ?? null);
        if (isAtOnce) many.addWords(words, places);
        else for (const place of places) many.add(words[place] ?? null);
      }
      expect(Buffer.concat(many.pieces()).equals(Buffer.concat(one.pieces()))).toBe(true);
    });
    fc.assert(property, { numRuns: 60, seed: 20261201 });
  });

  test('is none where many are added to one that is not whole', () => {
    const text = new AnswerText('\n');
    text.add(null);
    text.addWords(['NO'], Uint8Array.of(0, 0));
    expect(text.pieces()).toEqual([]);
  });
});
