import type { Case } from '../../core/games/two-tokens-on-dag/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => bigint;

/** Every edge `times` times. */
function multiplied(c: Case, times: number): Case {
  const repeat = (ends: Int32Array) =>
    Int32Array.from(
      { length: times * ends.length },
      (_, edge) => ends[edge % ends.length] as number,
    );
  return { ...c, edges: { tails: repeat(c.edges.tails), heads: repeat(c.edges.heads) } };
}

export const laws = [
  {
    name: 'renumbering the vertices changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const names = random.shuffled(Array.from({ length: c.vertices }, (_, vertex) => vertex));
      const rename = (vertices: Int32Array) => vertices.map((vertex) => names[vertex] as number);
      const edges = { tails: rename(c.edges.tails), heads: rename(c.edges.heads) };
      return solve({ ...c, edges, tokens: rename(c.tokens) }) === solve(c);
    },
  },
  {
    name: 'the order of edges and tokens changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const order = random.shuffled([...c.edges.tails.keys()]);
      const pick = (ends: Int32Array) => Int32Array.from(order, (edge) => ends[edge] as number);
      const edges = { tails: pick(c.edges.tails), heads: pick(c.edges.heads) };
      const tokens = Int32Array.from(random.shuffled([...c.tokens]));
      return solve({ ...c, edges, tokens }) === solve(c);
    },
  },
  {
    name: 'a token that cannot move changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const sinks = Array.from({ length: c.vertices }, (_, vertex) => vertex).filter(
        (vertex) => !c.edges.tails.includes(vertex),
      );
      return (
        solve({ ...c, tokens: Int32Array.from([...c.tokens, random.pick(sinks)]) }) === solve(c)
      );
    },
  },
  {
    name: 'with every edge k times there are k times the moves of one token, k² times those of two',
    holds: (c: Case, _random: Random, solve: Solve) =>
      solve(multiplied(c, 3)) === 3n * solve(multiplied(c, 2)) - 3n * solve(c),
  },
  {
    name: 'a token alone wins by the moves after which no move wins',
    holds: (c: Case, random: Random, solve: Solve) => {
      if (c.tokens.length === 0) return solve(c) === 0n;
      const token = random.pick([...c.tokens]);
      const edges = [...c.edges.heads].filter((_, edge) => c.edges.tails[edge] === token);
      const wins = edges.filter((head) => solve({ ...c, tokens: Int32Array.of(head) }) === 0n);
      return solve({ ...c, tokens: Int32Array.of(token) }) === BigInt(wins.length);
    },
  },
];
