import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from '../../core/pipeline/parse.ts';
import { Random } from '../../core/random/random.ts';
import { sourceOf } from '../../core/text/byte-source.ts';
import { ACCIDENTS } from './accidents.ts';
import { bytesOf, fixture, subjects } from './games.ts';

/** Bytes that a source hands out at a time. */
const CUTS = [1, 2, 3, 7, 4096];

/** Smaller than many a token, so that everything falls on a border of the window. */
const BLOCKS = [1, 300, 1 << 18];

/** What is known of a text that is read in pieces. */
function inPieces(
  game: (typeof subjects)[number]['game'],
  bytes: Uint8Array,
  cut: number,
  block: number,
) {
  const source = sourceOf(bytes, cut);
  const { size, read } = sourceOf(bytes, cut);
  const once = { size, read };
  const results = [source, once].map((each) => seen(parse(game, each, { block })));
  expect(results[1]).toEqual(results[0]);
  return results[0];
}

function seen({ cases, errors, warnings }: ReturnType<typeof parse>) {
  return { cases, errors: [...errors].map(([index, { finding }]) => [index, finding]), warnings };
}

describe.each(subjects)('$name', ({ name, game, proof }) => {
  const written = Object.values(proof.small).flatMap((generate) =>
    [1, 2, 3].map((seed) => game.codec.formatCases(generate(new Random(seed)))),
  );
  const odd = ['vectors.json', 'refused.json', 'warned.json'].flatMap((file) =>
    fixture<{ in: string }[]>(name, file).map((each) => each.in),
  );

  test.each(CUTS)('a file in pieces of %i bytes is the same file', (cut) => {
    for (const text of [...written, ...odd]) {
      const bytes = bytesOf(text);
      const whole = seen(parse(game, bytes));
      for (const block of BLOCKS) {
        expect(inPieces(game, bytes, cut, block), `${block}: ${text}`).toEqual(whole);
      }
    }
  });

  test('so is one that an accident happened to', () => {
    const property = fc.property(
      fc.constantFrom(...written, ...odd),
      fc.constantFrom(...ACCIDENTS),
      fc.nat(),
      fc.constantFrom(...CUTS),
      fc.constantFrom(...BLOCKS),
      (text, accident, seed, cut, block) => {
        const bytes = bytesOf(accident(text, seed % (text.length + 1)));
        expect(inPieces(game, bytes, cut, block)).toEqual(seen(parse(game, bytes)));
      },
    );
    fc.assert(property, { numRuns: 500, seed: 20261130 });
  });
});
