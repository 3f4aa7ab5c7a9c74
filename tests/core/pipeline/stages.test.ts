import { describe, expect, test } from 'vitest';
import { game } from '../../../core/games/delete-nim/index.ts';
import { DEFAULT_BUDGET, refuseTooLarge } from '../../../core/pipeline/budget.ts';
import type { ChunkResult } from '../../../core/pipeline/manifest.ts';
import { reduce } from '../../../core/pipeline/reduce.ts';
import { run } from '../../../core/pipeline/run.ts';
import { InvariantError, LimitError } from '../../../core/text/errors.ts';
import { bytesOf } from '../../conformance/games.ts';

describe('run', () => {
  test('keeps the answers of the other cases when one breaks a rule', () => {
    const { answers, errors, answer } = run(game, bytesOf('3\n2\n1 2\n2\n0 2\n2\n1 1\n'));
    expect(answers).toEqual(['YES', null, 'NO']);
    expect([...errors.keys()]).toEqual([1]);
    expect(answer).toBeNull();
  });

  test('ends a file whose frame is lost with exactly one error', () => {
    const { answers, errors } = run(game, bytesOf('3\n2\n1 2\n2\nx 2\n2\n1 1\n'));
    expect(answers).toEqual(['YES', null]);
    expect([...errors.values()].map(({ rule }) => rule)).toEqual(['number/malformed']);
  });

  test('lets a bug of a solver through: only input errors are answers', () => {
    const broken = () => {
      throw new InvariantError('a bug');
    };
    expect(() => run(game, bytesOf('1\n2\n1 2\n'), { solve: broken })).toThrowError(InvariantError);
  });

  test('takes the time of each case by the clock it is given', () => {
    let time = 0;
    const now = () => time++;
    expect(run(game, bytesOf('2\n2\n1 2\n2\n1 1\n'), { now }).milliseconds).toEqual([1, 1]);
  });

  test('refuses a case over its budget and solves the others', () => {
    const budget = { milliseconds: 1e-5, bytes: 1e9 };
    const { answers, errors } = run(game, bytesOf('2\n2\n1 2\n8\n1 1 1 1 1 1 1 1\n'), { budget });
    expect(answers).toEqual(['YES', null]);
    expect(errors.get(1)?.rule).toBe('cost/too-large');
  });
});

describe('reduce', () => {
  const chunk = (first: number, last: number): ChunkResult => ({
    first,
    last,
    answers: Array.from({ length: last - first + 1 }, (_, at) => `${first + at}`),
    steps: [],
    milliseconds: [],
    errors: new Map(),
    caveats: new Map(),
    certified: new Map(),
  });

  test('puts chunks in order', () => {
    expect(reduce(4, [chunk(2, 3), chunk(0, 1)]).answers).toEqual(['0', '1', '2', '3']);
  });

  test.each([
    ['a gap', 4, [chunk(0, 1), chunk(3, 3)]],
    ['an overlap', 4, [chunk(0, 2), chunk(2, 3)]],
    ['a missing end', 5, [chunk(0, 3)]],
    ['a chunk twice', 2, [chunk(0, 1), chunk(0, 1)]],
    ['a chunk that lost an answer', 2, [{ ...chunk(0, 1), answers: ['0'] }]],
  ])('refuses %s', (_, count, chunks) => {
    expect(() => reduce(count, chunks)).toThrowError(InvariantError);
  });
});

test('the default budget lets the published limits through and refuses what would take days', () => {
  const refuse =
    (steps: number, bytes = 0) =>
    () =>
      refuseTooLarge(game, { steps, bytes }, DEFAULT_BUDGET);
  expect(refuse(1e9)).not.toThrow();
  expect(refuse(1e15)).toThrowError(LimitError);
  expect(refuse(1, 1e12)).toThrowError(LimitError);
});
