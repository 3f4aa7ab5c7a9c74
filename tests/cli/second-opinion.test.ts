import { expect, test } from 'vitest';
import { withSecondOpinion } from '../../cli/batch/second-opinion.ts';
import { Tally } from '../../cli/batch/tally.ts';
import { EXIT } from '../../cli/failures.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { solveChunk } from '../../core/pipeline/solve-chunk.ts';
import { DISAGREEMENT } from '../../core/text/errors.ts';
import { bytesOf, subjects } from '../conformance/games.ts';

const ALL = { first: 0, last: 1 };

function subjectNamed(wanted: string) {
  return subjects.find(({ name }) => name === wanted) as (typeof subjects)[number];
}

test('brute force overrules an answer that it does not find, and only that one', () => {
  const { game, proof } = subjectNamed('delete-nim');
  const file = parse(game, bytesOf('2\n2\n1 2\n2\n1 1\n'));
  const wrong = solveChunk(game, file, ALL, { solve: () => true });
  const { answers, errors } = withSecondOpinion(game, file, wrong, proof);
  expect(answers).toEqual(['YES', null]);
  expect(errors.get(1)?.rule).toBe(DISAGREEMENT);
});

test('brute force leaves alone what it cannot reach', () => {
  const { game, proof } = subjectNamed('delete-nim');
  const file = parse(game, bytesOf('1\n2\n1000000000 1000000000\n'));
  const results = solveChunk(game, file, { first: 0, last: 0 }, { solve: () => true });
  expect(withSecondOpinion(game, file, results, proof)).toBe(results);
});

test('an answer whose certificate is false becomes an error', () => {
  const { game } = subjectNamed('election-promises');
  const file = parse(game, bytesOf('2 0\n5 3\n'));
  const unmoved = () => Uint32Array.of(5, 3);
  const results = solveChunk(game, file, { first: 0, last: 0 }, { solve: unmoved, certify: true });
  expect(withSecondOpinion(game, file, results, null).errors.get(0)?.rule).toBe(DISAGREEMENT);
});

test('a disagreement is exit code 6, whatever else went wrong', () => {
  const tally = new Tally();
  const row = { status: 'error', warnings: [], error: { rule: 'x' } } as never;
  tally.add({ rows: [row], cached: false });
  expect(tally.exitCode()).toBe(EXIT.someFailed);
  const disagreeing = { status: 'error', warnings: [], error: { rule: DISAGREEMENT } } as never;
  tally.add({ rows: [disagreeing], cached: false });
  expect(tally.exitCode()).toBe(EXIT.disagree);
});
