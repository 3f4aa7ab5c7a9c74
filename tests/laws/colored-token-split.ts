import type { Case } from '../../core/games/colored-token-split/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => boolean;

export const laws = [
  {
    name: 'a pair of tokens on one vertex changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const vertex = random.below(c.vertices);
      return solve({ ...c, tokens: Int32Array.from([...c.tokens, vertex, vertex]) }) === solve(c);
    },
  },
  {
    name: 'renumbering the colours changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const names = random.shuffled(
        Array.from({ length: 10 }, (_, colour) => colour * 100_000_000),
      );
      return (
        solve({ ...c, colours: c.colours.map((colour) => names[colour] as number) }) === solve(c)
      );
    },
  },
  {
    name: 'renumbering the vertices changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const names = random.shuffled(Array.from({ length: c.vertices }, (_, vertex) => vertex));
      const rename = (vertices: Int32Array) => vertices.map((vertex) => names[vertex] as number);
      const edges = { tails: rename(c.edges.tails), heads: rename(c.edges.heads) };
      return solve({ ...c, edges, tokens: rename(c.tokens) }) === solve(c);
    },
  },
];
