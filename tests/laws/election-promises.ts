import type { Case } from '../../core/games/election-promises/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => Uint32Array | null;

/** One game beside another, nothing between them. */
function beside(a: Case, b: Case): Case {
  const join = (ends: Int32Array, others: Int32Array) =>
    Int32Array.from([...ends, ...others.map((vertex) => vertex + a.vertices)]);
  return {
    vertices: a.vertices + b.vertices,
    edges: {
      tails: join(a.edges.tails, b.edges.tails),
      heads: join(a.edges.heads, b.edges.heads),
    },
    heights: Uint32Array.from([...a.heights, ...b.heights]),
  };
}

/** The two cases are both won or both lost. */
function alike(a: Case, b: Case, solve: Solve): boolean {
  return (solve(a) === null) === (solve(b) === null);
}

export const laws = [
  {
    name: 'the position after the winning move is lost',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const heights = solve(c);
      return heights === null || solve({ ...c, heights }) === null;
    },
  },
  {
    name: 'renumbering the vertices does not change who wins',
    holds: (c: Case, random: Random, solve: Solve) => {
      const names = random.shuffled(Array.from({ length: c.vertices }, (_, vertex) => vertex));
      const rename = (ends: Int32Array) => ends.map((vertex) => names[vertex] as number);
      const edges = { tails: rename(c.edges.tails), heads: rename(c.edges.heads) };
      const heights = Uint32Array.from(
        c.heights,
        (_, vertex) => c.heights[names.indexOf(vertex)] ?? 0,
      );
      return alike(c, { ...c, edges, heights }, solve);
    },
  },
  {
    name: 'repeated edges change nothing',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const twice = (ends: Int32Array) => Int32Array.from([...ends, ...ends]);
      const edges = { tails: twice(c.edges.tails), heads: twice(c.edges.heads) };
      return `${solve({ ...c, edges })}` === `${solve(c)}`;
    },
  },
  {
    name: 'a game beside itself is lost',
    holds: (c: Case, _random: Random, solve: Solve) => solve(beside(c, c)) === null,
  },
  {
    name: 'a lost game beside another does not change who wins',
    holds: (c: Case, random: Random, solve: Solve) => {
      const height = random.below(5);
      const pair = { ...c, vertices: 2, heights: Uint32Array.of(height, height) };
      const lost = { ...pair, edges: { tails: new Int32Array(0), heads: new Int32Array(0) } };
      return alike(c, beside(c, lost), solve);
    },
  },
  {
    name: 'heights times 2^k do not change who wins, up to the sign bit of 32-bit numbers',
    holds: (c: Case, random: Random, solve: Solve) => {
      const times = 2 ** random.between(1, 29);
      return alike(c, { ...c, heights: c.heights.map((height) => height * times) }, solve);
    },
  },
];
