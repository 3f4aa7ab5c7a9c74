import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { parsePiece, pieces } from '../../core/pipeline/pieces.ts';
import { plan } from '../../core/pipeline/plan.ts';
import { Random } from '../../core/random/random.ts';
import { ACCIDENTS } from './accidents.ts';
import { bytesOf, smallCases, subjects } from './games.ts';

const SEED = { seed: 20261130 };

describe.each(subjects)('$name', ({ game, proof }) => {
  const files = Object.values(proof.small).flatMap((generate) =>
    [1, 2].map((seed) => game.codec.formatCases(generate(new Random(seed)))),
  );

  test('pieces read by themselves give the cases and the errors of the whole file, with their places', () => {
    const property = fc.property(
      fc.constantFrom(...files),
      fc.constantFrom(...ACCIDENTS),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (text, accident, seed, count) => {
        const bytes = bytesOf(accident(text, seed % (text.length + 1)));
        const file = parse(game, bytes);
        const parts = pieces(game, bytes, file, plan(game, file, count));
        expect(parts.reduce((end, piece) => (piece.start === end ? piece.end : -1), 0)).toBe(
          bytes.length,
        );
        const read = parts.map((piece) =>
          parsePiece(game, bytes.subarray(piece.start, piece.end), piece),
        );
        expect(together(read)).toEqual({ cases: file.cases, errors: [...file.errors] });
      },
    );
    fc.assert(property, { ...SEED, numRuns: 300 });
  });

  const { split } = game;
  if (split === undefined) return;

  test('states and partial results survive the way through bytes', () => {
    for (const c of smallCases({ name: game.name, game, proof }, 50)) {
      let state = split.start(c);
      for (let round = 0; round < split.rounds(c); round++) {
        const partials = split.parts(c, round, 3).map((part) => split.solvePart(c, state, part));
        const received = partials.map((each) => split.partial.decode(split.partial.encode(each)));
        expect(received).toEqual(partials);
        state = split.state.decode(split.state.encode(split.merge(c, state, received)));
      }
      expect(game.codec.formatAnswer(split.finish(c, state))).toBe(
        game.codec.formatAnswer(game.solve(c)),
      );
    }
  });
});

/** The cases and errors of all pieces, with the indices of the whole file. */
function together(read: readonly ParsedFile[]) {
  const cases: unknown[] = [];
  const errors: [number, unknown][] = [];
  for (const piece of read) {
    for (const [index, error] of piece.errors) errors.push([cases.length + index, error]);
    for (const c of piece.cases) cases.push(c);
  }
  return { cases, errors };
}
