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
});
