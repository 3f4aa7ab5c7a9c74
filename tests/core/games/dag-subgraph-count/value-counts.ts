import type { Case } from '../../../../core/games/dag-subgraph-count/rules.ts';

/**
 * By Grundy value up to the largest that vertex 1 has on any edge subset: on how many it has it, and on
 * how many 1 and 2 both have it. By the definition alone, on every subset.
 */
export function valueCounts(c: Case): { count: number; equal: number }[] {
  const rows: { count: number; equal: number }[] = [];
  for (let kept = 0; kept < 2 ** c.edges.tails.length; kept++) {
    const [first = 0, second] = grundyValues(c, kept);
    while (rows.length <= first) rows.push({ count: 0, equal: 0 });
    const row = rows[first] as { count: number; equal: number };
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
