import { describe, expect, test } from 'vitest';
import { outEdges } from '../../../core/graph/csr.ts';
import { bruteForce } from '../../../core/theory/brute-force.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';
import { raisingEdge } from '../../../core/theory/moore-combination.ts';
import { digitCounts, isMooreNimLost } from '../../../core/theory/moore-nim.ts';

describe("Moore's Nim", () => {
  test.each([1, 2, 3])('is lost as by brute force, k = %i, up to four heaps below 4', (k) => {
    const wins = bruteForce<readonly number[]>(
      (heaps) => lowered(heaps, k),
      (heaps) => heaps.join(' '),
    );
    for (const heaps of allHeaps(4, 4)) {
      expect(isMooreNimLost(heaps, k), `${heaps}`).toBe(!wins(heaps));
    }
  });

  test('counts the highest digit of a 32-bit number', () => {
    expect(digitCounts([0xffffffff, 0x80000000, 1], 3)[31]).toBe(2);
    expect(isMooreNimLost([0x80000000, 0x80000000, 0x80000000], 2)).toBe(true);
    expect(isMooreNimLost([0x80000000, 0x80000000], 2)).toBe(false);
  });

  test('of no heaps is lost', () => {
    expect(isMooreNimLost([], 2)).toBe(true);
  });
});

test('a raising edge is found behind the starts only', () => {
  // 3 → 2 → 1 → 0 with values 1, 0, 1, 0, and 4 → 0.
  const edges = { tails: Int32Array.of(1, 2, 3, 4), heads: Int32Array.of(0, 1, 2, 0) };
  const graph = outEdges(5, edges);
  const values = grundyValues(graph);
  expect([...values]).toEqual([0, 1, 0, 1, 1]);
  expect(raisingEdge(graph, values, [3])).toEqual({ tail: 2, head: 1 });
  expect(raisingEdge(graph, values, [2])).toEqual({ tail: 2, head: 1 });
  expect(raisingEdge(graph, values, [1, 4])).toBeNull();
  expect(raisingEdge(graph, values, [])).toBeNull();
});

function allHeaps(count: number, bound: number): number[][] {
  return Array.from({ length: bound ** count }, (_, code) =>
    Array.from({ length: count }, (_, heap) => Math.floor(code / bound ** heap) % bound),
  );
}

/** All ways to lower at least one and at most k heaps. */
function lowered(heaps: readonly number[], k: number): (readonly number[])[] {
  return allHeaps(heaps.length, 4).filter((after) => {
    const changed = heaps.filter((heap, place) => heap !== after[place]).length;
    return (
      changed >= 1 && changed <= k && heaps.every((heap, place) => heap >= (after[place] ?? 0))
    );
  });
}
