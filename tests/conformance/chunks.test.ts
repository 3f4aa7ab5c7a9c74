import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { format } from '../../core/pipeline/format.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { plan } from '../../core/pipeline/plan.ts';
import { reduce } from '../../core/pipeline/reduce.ts';
import { run } from '../../core/pipeline/run.ts';
import { solveChunk } from '../../core/pipeline/solve-chunk.ts';
import { solveInParts } from '../../core/pipeline/solve-in-parts.ts';
import { Random } from '../../core/random/random.ts';
import { bytesOf, smallCases, subjects } from './games.ts';

const SEED = { seed: 20261129 };

describe.each(subjects)('$name', (subject) => {
  const { game, proof } = subject;
  const files = Object.values(proof.small).flatMap((generate) =>
    [1, 2, 3, 4].map((seed) => bytesOf(game.codec.formatCases(generate(new Random(seed))))),
  );

  test('any partition of the cases, solved in any order, gives the same bytes', () => {
    const property = fc.property(
      fc.constantFrom(...files),
      fc.infiniteStream(fc.boolean()),
      fc.nat(),
      (bytes, cuts, seed) => {
        const parsed = parse(game, bytes);
        const chunks = new Random(seed).shuffled(partition(parsed.cases.length, cuts));
        const solved = chunks.map((chunk) => solveChunk(game, parsed, chunk));
        const results = reduce(parsed.cases.length, solved);
        expect(format(game, results)).toBe(run(game, bytes).answer);
      },
    );
    fc.assert(property, { ...SEED, numRuns: 100 });
  });

  test('plan covers the cases exactly, with at most the wanted number of chunks', () => {
    for (const bytes of files) {
      const parsed = parse(game, bytes);
      for (const count of [1, 2, 3, 7, 1000]) {
        const chunks = plan(game, parsed, count);
        const covered = chunks.flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        );
        expect(covered).toEqual(parsed.cases.map((_, index) => index));
        expect(chunks.length).toBeLessThanOrEqual(count);
      }
    }
  });

  if (game.split === undefined) return;

  test('any split of one case gives the same answer', () => {
    const cases = smallCases(subject, 200);
    const property = fc.property(fc.constantFrom(...cases), fc.nat(), (c, seed) => {
      const random = new Random(seed);
      const answer = solveInParts(game, c, () => random.between(1, 9));
      expect(game.codec.formatAnswer(answer)).toBe(game.codec.formatAnswer(game.solve(c)));
    });
    fc.assert(property, { ...SEED, numRuns: 300 });
  });
});

function partition(length: number, cuts: Iterator<boolean>): { first: number; last: number }[] {
  const chunks: { first: number; last: number }[] = [];
  let first = 0;
  for (let last = 0; last < length; last++) {
    if (cuts.next().value !== true && last + 1 < length) continue;
    chunks.push({ first, last });
    first = last + 1;
  }
  return chunks;
}
