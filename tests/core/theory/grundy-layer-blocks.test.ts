import { expect, test } from 'vitest';
import { PrimeField } from '../../../core/number/prime-field.ts';
import { Random } from '../../../core/random/random.ts';
import { GrundyLayers, type TwoSources } from '../../../core/theory/count-by-grundy-layers.ts';
import { blocksOf, GrundyLayerBlocks } from '../../../core/theory/grundy-layer-blocks.ts';

const field = new PrimeField(1_000_000_007);

function randomSources(random: Random): TwoSources {
  const vertices = random.between(1, 8);
  const density = random.between(2, 10) / 10;
  const below = (first: number) =>
    Array.from({ length: vertices }, (_, v) => Number(v >= first && random.chance(density)) << v);
  const mask = (first: number) => below(first).reduce((set, bit) => set | bit, 0);
  return {
    vertices,
    inner: vertices,
    out: Int32Array.from({ length: vertices }, (_, v) => mask(v + 1)),
    fromFirst: mask(0),
    fromSecond: mask(0),
  };
}

/** π of every set, with the given number of vertices in the low part. */
function sharesBy(graph: TwoSources, low: number): Uint32Array {
  const blocks = new GrundyLayerBlocks(new GrundyLayers(graph, field), low);
  const shares = new Uint32Array(2 ** graph.inner);
  for (let round = 0; round <= graph.inner - low; round++) {
    const range = blocksOf(round);
    const target = shares.subarray(range.first * blocks.size, range.last * blocks.size);
    blocks.solve(range, shares, target);
  }
  return shares;
}

/** π of one set as the probability that it is: Grundy values on every set of edges. */
function shareByEnumeration({ out, fromFirst, fromSecond }: TwoSources, set: number): number {
  const edges = [fromFirst, fromSecond, ...out].flatMap((heads, tail) =>
    [...out.keys()]
      .filter((head) => ((heads & set) >> head) & 1 && (tail < 2 || (set >> (tail - 2)) & 1))
      .map((head) => [tail, head + 2] as const),
  );
  let equal = 0;
  for (let kept = 0; kept < 2 ** edges.length; kept++) {
    const options = (tail: number) =>
      edges.filter(([from], edge) => from === tail && (kept >> edge) & 1).map(([, head]) => head);
    const values: number[] = [];
    for (let v = out.length + 1; v >= 0; v--) {
      const reached = new Set(options(v).map((head) => values[head]));
      let value = 0;
      while (reached.has(value)) value++;
      values[v] = value;
    }
    if (values[0] === values[1]) equal++;
  }
  let share = equal;
  for (const _ of edges) share = field.multiply(share, (field.prime + 1) / 2);
  return share;
}

test('every cut into a low and a high part gives the same shares', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const graph = randomSources(new Random(seed));
    const whole = sharesBy(graph, Math.min(7, graph.inner));
    for (let low = 0; low < Math.min(7, graph.inner); low++) {
      expect(sharesBy(graph, low), `seed ${seed}, ${low} low vertices`).toEqual(whole);
    }
  }
});

test('the shares are the shares of edge subsets with equal Grundy values, of every set of vertices', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const graph = randomSources(new Random(seed));
    if (graph.vertices > 3) continue;
    const shares = sharesBy(graph, graph.inner);
    for (let set = 0; set < shares.length; set++) {
      expect(shares[set], `seed ${seed}, set ${set}`).toBe(shareByEnumeration(graph, set));
    }
  }
});

test('the share of all from the sets without sinks is the share among the sets with them', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const graph = randomSources(new Random(seed));
    const shares = sharesBy(graph, Math.min(7, graph.inner));
    const inner = graph.inner - 1;
    const layers = new GrundyLayers({ ...graph, inner }, field);
    expect(layers.shareOfAll(shares.subarray(0, 2 ** inner))).toBe(shares.at(-1));
  }
});
