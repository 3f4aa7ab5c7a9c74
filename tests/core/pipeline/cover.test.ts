import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverOf, prefixNodes } from '../../../core/pipeline/cover.ts';
import type { Chunk } from '../../../core/pipeline/manifest.ts';

fc.configureGlobal({ seed: 20261129 });

/** Every node of the tree of a range, by the rule of the halves, written down a second time. */
function nodesOf({ first, last }: Chunk): Chunk[] {
  if (first === last) return [{ first, last }];
  const middle = first + ((last - first) >> 1);
  return [
    { first, last },
    ...nodesOf({ first, last: middle }),
    ...nodesOf({ first: middle + 1, last }),
  ];
}

const indicesOf = (nodes: readonly Chunk[]) =>
  nodes.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
const holds = (outer: Chunk, inner: Chunk) =>
  outer.first <= inner.first && inner.last <= outer.last;
const ranges = fc
  .tuple(fc.nat(1000), fc.integer({ min: 1, max: 70 }))
  .map(([first, size]) => ({ first, last: first + size - 1 }));

/** A range with some of the nodes of its tree, and parts of other ranges before and after. */
const ranged = ranges.chain((range) =>
  fc.tuple(
    fc.constant(range),
    fc.subarray(nodesOf(range), { minLength: 0 }),
    fc.constantFrom<Chunk[]>([], [{ first: range.last + 1, last: range.last + 9 }]),
  ),
);

test('what is present and what is missing make up the range, each in order', () => {
  fc.assert(
    fc.property(ranged, ([range, parts, others]) => {
      const { present, missing } = coverOf(range, [...parts, ...others]);
      const all = [...present, ...missing].sort((a, b) => a.first - b.first);
      expect(indicesOf(all)).toEqual(indicesOf([range]));
      for (const nodes of [present, missing]) {
        expect([...nodes].sort((a, b) => a.first - b.first)).toEqual(nodes);
      }
    }),
    { numRuns: 1000 },
  );
});

test('present are the largest of the parts, and missing holds no part', () => {
  fc.assert(
    fc.property(ranged, ([range, parts]) => {
      const { present, missing } = coverOf(range, parts);
      const largest = parts.filter(
        (part) => !parts.some((other) => other !== part && holds(other, part)),
      );
      expect(present).toEqual(largest.sort((a, b) => a.first - b.first));
      expect(missing.filter((node) => parts.some((part) => holds(node, part)))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('missing are nodes of the tree, and no two of them make up a third', () => {
  fc.assert(
    fc.property(ranged, ([range, parts]) => {
      const { missing } = coverOf(range, parts);
      const nodes = nodesOf(range);
      for (const node of missing) expect(nodes).toContainEqual(node);
      const gaps = new Set(indicesOf(missing));
      const isGap = (node: Chunk) => indicesOf([node]).every((index) => gaps.has(index));
      for (const node of nodes.filter(isGap)) {
        expect(missing.some((each) => holds(each, node))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('the order of the parts and parts that came twice change nothing', () => {
  fc.assert(
    fc.property(ranged, fc.infiniteStream(fc.nat()), ([range, parts], order) => {
      const shuffled = [...parts, ...parts]
        .map((part) => ({ part, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ part }) => part);
      expect(coverOf(range, shuffled)).toEqual(coverOf(range, parts));
    }),
  );
});

test('a part that is written for every missing node leaves none', () => {
  fc.assert(
    fc.property(ranged, ([range, parts]) => {
      const { missing } = coverOf(range, parts);
      expect(coverOf(range, [...parts, ...missing]).missing).toEqual([]);
    }),
  );
});

test('the nodes of a prefix are as large as can be, end where they should, and are its cover', () => {
  fc.assert(
    fc.property(ranges, fc.nat(80), (range, reached) => {
      const last = Math.min(range.first - 1 + reached, range.last);
      const nodes = prefixNodes(range, last);
      expect(indicesOf(nodes)).toEqual(indicesOf([range]).filter((index) => index <= last));
      expect(coverOf(range, nodes).present).toEqual(nodes);
    }),
    { numRuns: 1000 },
  );
});

test('parts of a range that overlap by half, as no tree has them, are not taken for results', () => {
  const range = { first: 0, last: 7 };
  expect(coverOf(range, [{ first: 2, last: 5 }])).toEqual({ present: [], missing: [range] });
});
