import { describe, expect, test } from 'vitest';
import { compileKernel, KERNELS, modulePath } from '../../../../cli/kernel.ts';
import { tableKinds } from '../../../../core/games/dag-subgraph-count/kinds.ts';
import { oracle } from '../../../../core/games/dag-subgraph-count/oracle.ts';
import type { Case } from '../../../../core/games/dag-subgraph-count/rules.ts';
import { twoSources } from '../../../../core/games/dag-subgraph-count/shares.ts';
import { solveByKernel, solvePlainly } from '../../../../core/games/dag-subgraph-count/solve.ts';
import { tableOf } from '../../../../core/games/dag-subgraph-count/table.ts';
import { Random } from '../../../../core/random/random.ts';
import { solveByTable } from '../../../../core/table-split.ts';
import { read } from '../../../architecture/sources.ts';
import { smallCases, subjects } from '../../../conformance/games.ts';
import { complete, randomGraph } from './graphs.ts';

const cases = subjects
  .filter(({ name }) => name === 'dag-subgraph-count')
  .flatMap((subject) => smallCases(subject, 1000)) as Case[];

/** The counts modulo each of some odd numbers. */
function residues(c: Case, moduli: readonly number[]): readonly number[] {
  const table = tableOf({ moduli: () => moduli, finish: (_c, found) => found });
  return solveByTable(table, c) as readonly number[];
}

test.each(KERNELS)('%s: the module is what its kernel compiles to', async (folder) => {
  expect(await compileKernel(folder)).toBe(read(modulePath(folder)));
});

describe('the kernel and the plain solver', () => {
  test('agree with the oracle on the small cases', () => {
    expect(cases).toHaveLength(1000);
    for (const c of cases) {
      const answer = oracle(c);
      expect([solveByKernel(c), solvePlainly(c)]).toEqual([answer, answer]);
    }
  });

  test('agree on graphs of up to 19 vertices, sparse and dense', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const c = randomGraph(random, random.between(7, 19), random.between(1, 10) / 10);
      expect(solveByKernel(c), `seed ${seed}`).toBe(solvePlainly(c));
    }
  });
});

describe('layers of one kind share a table', () => {
  /** Whether a low vertex has an edge to a high one depends on the class of the high one alone. */
  function inClasses(random: Random, classes: number): Case {
    const vertices = random.between(16, 20);
    const high = vertices - random.between(5, 9);
    const joins = Array.from({ length: high * classes }, () => random.chance(0.7));
    const tails: number[] = [];
    const heads: number[] = [];
    for (let tail = 0; tail < vertices; tail++) {
      for (let head = tail + 1; head < vertices; head++) {
        const isFree = tail >= high || head < high;
        if (isFree ? random.chance(0.8) : joins[tail * classes + (head % classes)]) {
          tails.push(tail);
          heads.push(head);
        }
      }
    }
    return { vertices, edges: { tails: Int32Array.from(tails), heads: Int32Array.from(heads) } };
  }

  test('which is how they are forecast: kinds by class, and none where they are too many', () => {
    const shared = twoSources(inClasses(new Random(1), 2));
    const low = 9;
    expect(tableKinds(twoSources(complete(20)), low, 17)).toBe(9);
    expect(tableKinds(shared, low, shared.inner)).toBeGreaterThan(1);
    expect(tableKinds(twoSources(randomGraph(new Random(1), 26, 0.5)), low, 21)).toBeNull();
  });

  test.each([1, 2, 3])('in graphs with %i classes of high vertices', (classes) => {
    for (let seed = 1; seed <= 12; seed++) {
      const c = inClasses(new Random(seed), classes);
      expect(solveByKernel(c), `seed ${seed}`).toBe(solvePlainly(c));
    }
  });
});

test('layers of too many kinds have tables of their own', () => {
  const c = randomGraph(new Random(2), 22, 0.6);
  const graph = twoSources(c);
  expect(tableKinds(graph, 9, graph.inner)).toBeNull();
  expect(solveByKernel(c)).toBe(solvePlainly(c));
});

test('the plan and the kernel share tables up to the same number of kinds', () => {
  const [inPlan, inKernel] = ['kinds.ts', 'assembly/kinds.ts'].map(
    (file) =>
      /MOST_KINDS(?:: i32)? = (\d+);/.exec(read(`core/games/dag-subgraph-count/${file}`))?.[1],
  );
  expect(inPlan).toBeDefined();
  expect(inPlan).toBe(inKernel);
});

describe('modulo odd numbers', () => {
  const MODULI = [1, 3, 5, 9, 15, 255, 65537, 998244353, 2 ** 30 - 1];

  test('the small cases have the residues of their counts', () => {
    for (const c of cases.slice(0, 300)) {
      const count = oracle(c);
      expect(residues(c, MODULI)).toEqual(MODULI.map((modulus) => count % modulus));
    }
  });

  /** Composite, so that a residue has residues of its own, which the other cut into low and high gives. */
  test.each([
    [46327, 46337],
    [46337, 46339],
    [3, 715827881],
    [32749, 65521],
  ])('a modulus above 2^30, %i · %i, agrees with its factors', (a, b) => {
    for (const c of [complete(20), randomGraph(new Random(a), 20, 0.6)]) {
      const [residue = 0] = residues(c, [a * b]);
      expect([residue % a, residue % b]).toEqual(residues(c, [a, b]));
    }
  });
});

test('known counts: n = 22', () => {
  expect(solveByKernel(complete(22))).toBe(270686776);
});
