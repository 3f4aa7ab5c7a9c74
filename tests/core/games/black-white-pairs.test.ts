import { describe, expect, test } from 'vitest';
import { proof } from '../../../core/games/black-white-pairs/generate.ts';
import { game } from '../../../core/games/black-white-pairs/index.ts';
import {
  type Case,
  layouts,
  options,
  type Position,
  startPosition,
} from '../../../core/games/black-white-pairs/rules.ts';
import { bruteForceWithCycles } from '../../../core/theory/brute-force-with-cycles.ts';

function casesUpTo(cells: number): Case[] {
  const cases: Case[] = [];
  for (let n = 2; n <= cells; n++) {
    for (let pieces = 2; pieces <= n; pieces += 2) {
      for (let moved = 1; moved <= pieces; moved++) cases.push({ cells: n, pieces, moved });
    }
  }
  return cases;
}

test('moves both ways give the published count wherever there is no caveat, n ≤ 11', () => {
  const cases = casesUpTo(11).filter((c) => game.caveat?.(c) === null);
  expect(cases.length).toBeGreaterThan(100);
  expect(cases.filter((c) => proof.literal?.(c) !== game.solve(c))).toEqual([]);
});

describe('moves both ways give another count where there is a caveat', () => {
  test.each([
    [12, 8, 2, 405, 409],
    [13, 8, 2, 1101, 1082],
  ])('%i cells, %i pieces, %i moved', (cells, pieces, moved, published, literal) => {
    const c = { cells, pieces, moved };
    expect(game.caveat?.(c)?.rule).toBe('theory/not-covered');
    expect(game.solve(c)).toBe(published);
    expect(proof.oracle(c)).toBe(published);
    expect(proof.literal?.(c)).toBe(literal);
  });
});

test('the caveat stands exactly if d ≥ 2, k/2 ≥ d + 2 and n ≥ k + d + 2', () => {
  const caveats = [
    [12, 8, 2],
    [11, 8, 2],
    [12, 8, 1],
    [12, 6, 2],
    [15, 10, 3],
    [14, 10, 3],
    [15, 8, 3],
  ].map(([cells, pieces, moved]) => game.caveat?.({ cells, pieces, moved }) !== null);
  expect(caveats).toEqual([true, false, false, false, true, false, false]);
});

test('13 cells, 8 pieces, 2 moved: 1082 layouts are won, 181 lost, 24 endless', () => {
  const c = { cells: 13, pieces: 8, moved: 2 };
  const starts = [...layouts(c)].map(startPosition);
  const outcome = bruteForceWithCycles<Position>(
    starts,
    (position) => options(c, position),
    ({ layout, mover }) => `${mover} ${layout.join(' ')}`,
  );
  const counts = { won: 0, lost: 0, endless: 0 };
  for (const start of starts) counts[outcome(start)]++;
  expect(counts).toEqual({ won: 1082, lost: 181, endless: 24 });
});
