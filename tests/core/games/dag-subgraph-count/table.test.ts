import { describe, expect, test } from 'vitest';
import { costByKernel } from '../../../../core/games/dag-subgraph-count/plan.ts';
import type { Case } from '../../../../core/games/dag-subgraph-count/rules.ts';
import { solve, table } from '../../../../core/games/dag-subgraph-count/solve.ts';
import { tableOf } from '../../../../core/games/dag-subgraph-count/table.ts';
import { Random } from '../../../../core/random/random.ts';
import {
  type AnyTableSplit,
  type CellRange,
  solveByTable,
  type Term,
} from '../../../../core/table-split.ts';
import { complete, randomGraph } from './graphs.ts';

/** Rounds in random groups. */
function groups(rounds: number, random: Random) {
  const found: { first: number; last: number }[] = [];
  for (let first = 0; first < rounds; ) {
    const last = Math.min(rounds - 1, first + random.between(0, 2));
    found.push({ first, last });
    first = last + 1;
  }
  return found;
}

/** The parts of each group in random order, each over a memory that holds what it may read, and else junk. */
function solvedApart(split: AnyTableSplit, c: Case, random: Random): unknown {
  const known = new Uint32Array(split.cells(c));
  const terms: Term<unknown>[] = [];
  for (const rounds of groups(split.rounds(c), random)) {
    for (const part of random.shuffled(split.parts(c, rounds, random.between(1, 9)))) {
      const solver = split.attach(c, split.allocate(c, 1), 0);
      solver.cells.fill(123456789);
      for (const range of split.reads(c, part)) copy(known, solver.cells, range);
      terms.push({ part, term: solver.solve(part) });
      copy(solver.cells, known, split.writes(c, part));
    }
  }
  return split.finish(c, random.shuffled(terms));
}

function copy(from: Uint32Array, to: Uint32Array, { start, end }: CellRange): void {
  to.set(from.subarray(start, end), start);
}

describe('table', () => {
  test('any cutting into groups of rounds and parts, over copies of what parts read, gives the same count', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const c = randomGraph(random, random.between(12, 18), random.between(4, 10) / 10);
      expect(solvedApart(table, c, random), `seed ${seed}`).toBe(solve(c));
    }
  });

  test('the same for several moduli', () => {
    const split = tableOf({
      moduli: () => [1_000_000_007, 97, 998244353],
      finish: (_c, all) => all,
    });
    for (let seed = 1; seed <= 6; seed++) {
      const random = new Random(seed);
      const c = randomGraph(random, random.between(14, 17), 0.8);
      expect(solvedApart(split, c, random), `seed ${seed}`).toEqual(solveByTable(split, c));
    }
  });

  test.each([97, 1_000_000_007, 2 ** 31 - 1])(
    'no round is for nothing modulo %i, and the rounds together are the cost',
    (modulus) => {
      const c = complete(20);
      const split = tableOf({ moduli: () => [modulus], finish: (_c, [residue = 0]) => residue });
      const steps = Array.from({ length: split.rounds(c) }, (_, round) => split.steps(c, round));
      expect(Math.min(...steps)).toBeGreaterThan(0);
      const sum = steps.reduce((all, each) => all + each, 0);
      expect(costByKernel(c, [modulus]).steps - sum).toBeCloseTo(8e6, 0);
    },
  );

  test('the parts of any rounds write exactly their cells, each once', () => {
    const c = complete(20);
    for (const rounds of groups(table.rounds(c), new Random(7))) {
      for (const count of [1, 2, 5, 64]) {
        const ranges = table.parts(c, rounds, count).map((part) => table.writes(c, part));
        ranges.sort((a, b) => a.start - b.start);
        const whole = table.writes(c, table.parts(c, rounds, 1)[0]);
        expect(ranges[0]?.start).toBe(whole.start);
        expect(ranges.at(-1)?.end).toBe(whole.end);
        ranges.slice(1).forEach((range, before) => {
          expect(range.start).toBe(ranges[before]?.end);
        });
        expect(ranges.length).toBeLessThanOrEqual(count);
      }
    }
  });
});
