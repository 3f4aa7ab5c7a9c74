import { expect, test } from 'vitest';
import { packResults, unpackResults } from '../../cli/batch/packed-results.ts';

test('results survive the way through columns', () => {
  const plain = { error: null, caveat: null, certified: null, steps: 2, milliseconds: 0.5 };
  const error = { rule: 'x', place: { line: 3, column: 4 }, found: 'a', allowed: 'b' };
  const results = [
    { ...plain, answer: 'YES' },
    { ...plain, answer: 'NO', steps: 2 ** 40 },
    { ...plain, answer: 'YES', caveat: { rule: 'y', message: 'm' } },
    { ...plain, answer: null, error, steps: 0, milliseconds: 0 },
    { ...plain, answer: '', certified: true },
  ];
  expect(unpackResults(packResults(results))).toEqual(results);
  expect(packResults(results).texts).toEqual(['YES', 'NO', '']);
});
