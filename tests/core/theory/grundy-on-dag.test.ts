import { expect, test } from 'vitest';
import { outEdges } from '../../../core/graph/csr.ts';
import { randomDag } from '../../../core/random/dag.ts';
import { Random } from '../../../core/random/random.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';
import { mex } from '../../../core/theory/mex.ts';

test('every vertex bears the mex of its successors', () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    const vertices = random.between(2, 30);
    const { tails, heads } = randomDag(random, vertices, random.below(150));
    const values = grundyValues(outEdges(vertices, { tails, heads }));
    for (let vertex = 0; vertex < vertices; vertex++) {
      const successors = [...heads].filter((_, edge) => tails[edge] === vertex);
      expect(values[vertex]).toBe(mex(successors.map((head) => values[head] as number)));
    }
  }
});

test('a value g needs g (g + 1) / 2 edges, and a complete graph has no more', () => {
  const tails = [];
  const heads = [];
  for (let tail = 0; tail < 50; tail++) {
    for (let head = 0; head < tail; head++) {
      tails.push(tail);
      heads.push(head);
    }
  }
  const edges = { tails: Int32Array.from(tails), heads: Int32Array.from(heads) };
  expect([...grundyValues(outEdges(50, edges))]).toEqual([...Array(50).keys()]);
  expect(tails.length).toBe((49 * 50) / 2);
});

test('a path of a million vertices is no deeper than any other graph', () => {
  const steps = Int32Array.from({ length: 999_999 }, (_, vertex) => vertex);
  const values = grundyValues(
    outEdges(1_000_000, { tails: steps.map((v) => v + 1), heads: steps }),
  );
  expect(values.every((value, vertex) => value === vertex % 2)).toBe(true);
});
