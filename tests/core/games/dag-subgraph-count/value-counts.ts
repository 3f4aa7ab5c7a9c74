import type { Case } from '../../../../core/games/dag-subgraph-count/rules.ts';

/**
 * By Grundy value up to the largest that vertex 1 has on any edge subset: on how many it has it, and on
 * how many 1 and 2 both have it. By the definition alone, on every subset.
 */
export function valueCounts(c: Case): { count: number; equal: number }[] {
  const rows: { count: number; equal: number }[] = [];
  const largest = longestPath(c);
  for (let value = 0; value <= largest; value++) rows.push({ count: 0, equal: 0 });
  for (let kept = 0; kept < 2 ** c.edges.tails.length; kept++) {
    const [first, second] = grundyValues(c, kept);
    const row = rows[first as number];
    if (row === undefined) throw new RangeError(`a value of ${first} on paths of ${largest} edges`);
    row.count++;
    if (first === second) row.equal++;
  }
  return rows;
}

function grundyValues({ vertices, edges }: Case, kept: number): number[] {
  const values = new Array<number>(vertices).fill(0);
  for (let vertex = vertices - 1; vertex >= 0; vertex--) {
    const options = new Set<number>();
    for (const [edge, tail] of edges.tails.entries()) {
      if (tail === vertex && (kept >>> edge) & 1) {
        options.add(values[edges.heads[edge] as number] as number);
      }
    }
    let value = 0;
    while (options.has(value)) value++;
    values[vertex] = value;
  }
  return values;
}

function longestPath({ vertices, edges }: Case): number {
  const from = (vertex: number): number =>
    Math.max(
      0,
      ...[...edges.tails.keys()]
        .filter((edge) => edges.tails[edge] === vertex)
        .map((edge) => 1 + from(edges.heads[edge] as number)),
    );
  return vertices === 0 ? 0 : from(0);
}
