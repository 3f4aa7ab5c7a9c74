import type { Case } from '../../../core/games/two-tokens-on-dag/rules.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';
import { isMooreNimLost } from '../../../core/theory/moore-nim.ts';

/** Pairs up all moves, also two edges of one and the same token. */
export function solve(c: Case): bigint {
  const values = grundyValues(outEdges(c.vertices, c.edges));
  const heaps = Array.from(c.tokens, (vertex) => values[vertex] as number);
  const moves = heaps.flatMap((_, token) =>
    [...c.edges.heads]
      .filter((_, edge) => c.edges.tails[edge] === c.tokens[token])
      .map((head) => ({ token, heap: values[head] as number })),
  );
  const wins = (...made: readonly (typeof moves)[number][]) =>
    isMooreNimLost(
      made.reduce((after, { token, heap }) => after.with(token, heap), heaps),
      2,
    );
  const single = moves.filter((move) => wins(move)).length;
  const pairs = moves.flatMap((move, place) =>
    moves.slice(0, place).filter((other) => wins(move, other)),
  );
  return BigInt(single + pairs.length);
}
