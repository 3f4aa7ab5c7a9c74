import { describe, expect, test } from 'vitest';
import { Random } from '../../core/random/random.ts';
import { isRight, lawsOf, smallCases, solversIn, subjects } from './games.ts';

const INSTANCES = 2_000;
const MEDIUM_SEEDS = 8;

describe.each(subjects)('$name', (subject) => {
  const { name, game, proof } = subject;
  const cases = smallCases(subject, INSTANCES);

  test(`solve agrees with the oracle on ${INSTANCES} small cases`, () => {
    const wrong = cases.filter((c) => !isRight(subject, c, game.solve(c)));
    expect(wrong.slice(0, 3).map((c) => game.codec.formatCases([c]))).toEqual([]);
  });

  test('solve leaves its case as it was', () => {
    for (const c of cases.slice(0, 200)) {
      const before = structuredClone(c);
      game.solve(c);
      expect(c).toEqual(before);
    }
  });

  test('every known-wrong solver is caught by a small generator', async () => {
    const solvers = await solversIn('wrong', name);
    expect(solvers.length).toBeGreaterThan(0);
    const survivors = solvers.filter(({ solve }) =>
      cases.every((c) => isRight(subject, c, solve(c))),
    );
    expect(survivors.map((solver) => solver.name)).toEqual([]);
  });

  test('the metamorphic laws hold', async () => {
    const laws = await lawsOf(name);
    expect(laws.length).toBeGreaterThan(0);
    for (const law of laws) {
      const broken = cases
        .slice(0, 500)
        .filter((c, seed) => !law.holds(c, new Random(seed), game.solve));
      expect(
        broken.slice(0, 3).map((c) => game.codec.formatCases([c])),
        law.name,
      ).toEqual([]);
    }
  });

  const { won: isWon } = proof;
  if (isWon !== undefined)
    test('20 to 80 % of the small cases are won', () => {
      const won = cases.filter((c) => isWon(game.solve(c))).length;
      expect(won / cases.length).toBeGreaterThan(0.2);
      expect(won / cases.length).toBeLessThan(0.8);
    });

  if (proof.medium === undefined) return;
  const mediumCases = Object.values(proof.medium).flatMap((generate) =>
    Array.from({ length: MEDIUM_SEEDS }, (_, seed) => generate(new Random(seed))).flat(),
  );

  test('a second implementation by another idea agrees, on larger cases too', async () => {
    const solvers = await solversIn('second', name);
    expect(solvers.length).toBeGreaterThan(0);
    for (const { solve, reaches, name: idea } of solvers) {
      const reached = [...cases, ...mediumCases].filter((c) => reaches?.(c) ?? true);
      expect(
        mediumCases.filter((c) => !(reaches?.(c) ?? true)),
        idea,
      ).toEqual([]);
      const wrong = reached.filter(
        (c) => game.codec.formatAnswer(solve(c)) !== game.codec.formatAnswer(game.solve(c)),
      );
      expect(wrong.slice(0, 3).map((c) => game.codec.formatCases([c]))).toEqual([]);
    }
  });
});
