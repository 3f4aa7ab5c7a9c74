import { describe, expect, test } from 'vitest';
import { answerPath, fileKind, usualExtension } from '../../io/file-kinds.ts';
import { shapeOf } from '../../io/shapes.ts';

/** Each world's own names: inputs, and their answers. */
const WORLDS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Kattis package',
    [
      ['data/sample/1.in', 'data/sample/1.ans'],
      ['data/secret/group1/02-max.in', 'data/secret/group1/02-max.ans'],
    ],
  ],
  [
    'Polygon',
    [
      ['tests/01', 'tests/01.a'],
      ['tests/123', 'tests/123.a'],
    ],
  ],
  ['oj', [['test/sample-1.in', 'test/sample-1.out']]],
  ['CMS', [['input.000', 'output.000']]],
  ['CMS', [['inputs/input.small', 'inputs/output.small']]],
  ['Hydro', [['x1.in', 'x1.out']]],
  ['Hydro', [['x1.in', 'x1.ans']]],
  ['Hydro', [['input1.txt', 'output1.txt']]],
  [
    'QDUOJ',
    [
      ['1.in', '1.out'],
      ['2.in', '2.out'],
    ],
  ],
  ['none of its own', [['nim/a.in', 'nim/a.out']]],
];

describe.each(WORLDS)('%s', (name, pairs) => {
  test(`is told by ${pairs[0]?.[0]}, with its answers or without`, () => {
    const inputs = pairs.map(([input]) => input);
    expect(shapeOf(pairs.flat())).toEqual({ name, inputs: pairs.length, pairs: pairs.length });
    expect(shapeOf(inputs)).toEqual({ name, inputs: pairs.length, pairs: 0 });
  });

  test('has inputs and answers that go together', () => {
    const answers = new Set(pairs.map(([, answer]) => answer));
    for (const [input, answer] of pairs) {
      expect([fileKind(input), fileKind(answer)]).toEqual(['instance', 'answer']);
      const extension = usualExtension(input, (path) => answers.has(path));
      expect(answerPath(input, extension)).toBe(answer);
      // What is packed is the same file.
      expect(answerPath(`${input}.gz`, extension)).toBe(answer);
    }
  });
});
