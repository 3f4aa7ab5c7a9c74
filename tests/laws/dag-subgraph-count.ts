import type { Case } from '../../core/games/dag-subgraph-count/rules.ts';
import { addMod, MODULUS, mulMod, powMod } from '../../core/number/mod-arithmetic.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => number;

/** The case with only the edges for which `keep` holds, then the `added` ones, 0-based. */
function withEdges(
  c: Case,
  keep: (edge: number) => boolean,
  added: readonly (readonly [number, number])[] = [],
): Case {
  const kept = [...c.edges.tails.keys()].filter(keep);
  const ends = (of: Int32Array, end: 0 | 1) =>
    Int32Array.from([...kept.map((edge) => of[edge] as number), ...added.map((pair) => pair[end])]);
  return { ...c, edges: { tails: ends(c.edges.tails, 0), heads: ends(c.edges.heads, 1) } };
}

function renamed(c: Case, names: readonly number[]): Case {
  const rename = (ends: Int32Array) => ends.map((vertex) => names[vertex] as number);
  return { ...c, edges: { tails: rename(c.edges.tails), heads: rename(c.edges.heads) } };
}

function isJoined({ edges }: Case): boolean {
  return edges.tails.some((tail, edge) => tail === 0 && edges.heads[edge] === 1);
}

function withoutJoin(c: Case): Case {
  return withEdges(c, (edge) => c.edges.tails[edge] !== 0 || c.edges.heads[edge] !== 1);
}

/** Vertices in the order of a random numbering along the edges, the first two left where they are. */
function randomOrder(c: Case, random: Random): number[] {
  const order = [0, 1];
  const others = Array.from({ length: c.vertices }, (_, vertex) => vertex).slice(2);
  while (order.length < c.vertices) {
    const free = others.filter(
      (vertex) =>
        !order.includes(vertex) &&
        c.edges.heads.every(
          (head, edge) => head !== vertex || order.includes(c.edges.tails[edge] as number),
        ),
    );
    order.push(random.pick(free));
  }
  return order;
}

export const laws = [
  {
    name: 'the order of the edges does not matter',
    holds: (c: Case, random: Random, solve: Solve) => {
      const order = random.shuffled([...c.edges.tails.keys()]);
      const pick = (ends: Int32Array) => Int32Array.from(order, (edge) => ends[edge] as number);
      const edges = { tails: pick(c.edges.tails), heads: pick(c.edges.heads) };
      return solve({ ...c, edges }) === solve(c);
    },
  },
  {
    name: 'the two tokens can be swapped where no edge joins them',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const apart = withoutJoin(c);
      const names = Array.from({ length: c.vertices }, (_, v) => (v < 2 ? 1 - v : v));
      return solve(renamed(apart, names)) === solve(apart);
    },
  },
  {
    name: 'any other numbering along the edges gives the same count',
    holds: (c: Case, random: Random, solve: Solve) => {
      const order = randomOrder(c, random);
      const names = Array.from({ length: c.vertices }, (_, vertex) => order.indexOf(vertex));
      return solve(renamed(c, names)) === solve(c);
    },
  },
  {
    name: 'a vertex without edges changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const place = random.between(2, c.vertices);
      const names = Array.from({ length: c.vertices }, (_, v) => (v < place ? v : v + 1));
      return solve({ ...renamed(c, names), vertices: c.vertices + 1 }) === solve(c);
    },
  },
  {
    name: 'an edge that no token reaches doubles the count',
    holds: (c: Case, random: Random, solve: Solve) => {
      if (c.vertices < 3) return true;
      const names = Array.from({ length: c.vertices }, (_, v) => (v < 2 ? v : v + 1));
      const wider = { ...renamed(c, names), vertices: c.vertices + 1 };
      const edge = [2, random.between(3, c.vertices)] as const;
      return solve(withEdges(wider, () => true, [edge])) === mulMod(2, solve(c), MODULUS);
    },
  },
  {
    name: 'the edge 1 → 2 adds all subsets with it',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const apart = withoutJoin(c);
      const joined = isJoined(c) ? c : withEdges(c, () => true, [[0, 1]]);
      const subsets = powMod(2, apart.edges.tails.length, MODULUS);
      return solve(joined) === addMod(solve(apart), subsets, MODULUS);
    },
  },
  {
    name: 'without an edge from 1 or 2 nothing is won',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const alone = withEdges(c, (edge) => (c.edges.tails[edge] as number) > 1);
      return solve(alone) === 0;
    },
  },
];
