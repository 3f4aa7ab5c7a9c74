import { expect, test } from 'vitest';
import { game } from '../../../core/games/sliding-geography/index.ts';
import { run } from '../../../core/pipeline/run.ts';
import { Random } from '../../../core/random/random.ts';
import { bytesOf, subjects } from '../../conformance/games.ts';

const subject = subjects.find(({ name }) => name === game.name) as (typeof subjects)[number];

/** The longest records are longer than the board is high: a search a move over the board would show. */
test.each(Object.keys(subject.proof.large))('%s is read and solved in time', (name) => {
  const cases = subject.proof.large[name]?.(new Random(1)) ?? [];
  const { answer, errors } = run(game, bytesOf(game.codec.formatCases(cases)));
  expect(errors.size).toBe(0);
  expect(answer).toMatch(/^\d+\n/);
});
