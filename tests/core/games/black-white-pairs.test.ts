import { describe, expect, test } from 'vitest';
import type { Asked } from '../../../core/game.ts';
import { exactCount } from '../../../core/games/black-white-pairs/exact.ts';
import { proof } from '../../../core/games/black-white-pairs/generate.ts';
import { game } from '../../../core/games/black-white-pairs/index.ts';
import {
  type Case,
  layouts,
  options,
  type Position,
  startPosition,
} from '../../../core/games/black-white-pairs/rules.ts';
import { askedOf, JUDGES } from '../../../core/pipeline/asked.ts';
import { DEFAULT_BUDGET } from '../../../core/pipeline/budget.ts';
import { run } from '../../../core/pipeline/run.ts';
import { Random } from '../../../core/random/random.ts';
import { bruteForceWithCycles } from '../../../core/theory/brute-force-with-cycles.ts';
import { bytesOf } from '../../conformance/games.ts';

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

describe('asked for the count itself', () => {
  const asked = (what: Partial<Asked>) => askedOf(game, { ...JUDGES, ...what });
  const answer = (what: Partial<Asked>, text: string) => {
    const found = asked(what);
    if ('rule' in found) throw new TypeError(found.found);
    return run(found, bytesOf(text)).answer;
  };

  test('it is that of all layouts looked at one by one', () => {
    for (const c of casesUpTo(14)) expect(exactCount(c)).toBe(BigInt(proof.oracle(c) as number));
  });

  test('its residue is the answer, up to 10,000 cells and 100 pieces', () => {
    const random = new Random(1);
    for (let seed = 0; seed < 40; seed++) {
      const cells = random.between(2, 10_000);
      const pieces = 2 * random.between(1, Math.min(50, cells >> 1));
      const c = { cells, pieces, moved: random.between(1, pieces) };
      expect(Number(exactCount(c) % 1_000_000_007n), JSON.stringify(c)).toBe(game.solve(c));
    }
    const most = { cells: 10_000, pieces: 100, moved: 1 };
    expect(Number(exactCount(most) % 1_000_000_007n)).toBe(game.solve(most));
  });

  test('it is printed whole, or modulo any number', () => {
    expect(answer({ exact: true }, '60 20 2\n')).toBe('4093591465625145\n');
    expect(answer({ modulus: 1_000 }, '60 20 2\n')).toBe('145\n');
    expect(answer({ modulus: 1 }, '60 20 2\n')).toBe('0\n');
    expect(answer({ modulus: 2 ** 31 - 1 }, '10 4 2\n')).toBe('182\n');
  });

  test('counts by Grundy value are refused, and an exact count beyond the budget', () => {
    expect(asked({ histogram: true })).toMatchObject({ rule: 'option/not-offered' });
    expect(asked({ exact: true, modulus: 7 })).toMatchObject({ rule: 'option/conflict' });
    const exact = asked({ exact: true });
    if ('rule' in exact) throw new TypeError(exact.found);
    const { errors } = run(exact, bytesOf('10000000 5000000 1\n'), { budget: DEFAULT_BUDGET });
    expect([...errors.values()].map(({ rule }) => rule)).toEqual(['cost/too-large']);
  });
});

test('100,000 cells and 1,000 pieces are solved, and ten million cells with few pieces', () => {
  expect(run(game, bytesOf('100000 1000 1\n')).answer).toMatch(/^\d+\n$/);
  expect(run(game, bytesOf('10000000 100 1\n')).answer).toMatch(/^\d+\n$/);
});
