import type { Limit } from '../text/limit.ts';
import type { TokenReader } from '../text/token-reader.ts';
import type { Edges } from './csr.ts';
import { edgeOnCycle } from './cycle.ts';
import { zeros } from './instance-memory.ts';

/** Reads `count` lines `u v` (1-based) of a DAG; a cycle or a self-loop is reported on the reader. */
export function readEdges(reader: TokenReader, vertices: number, count: number): Edges {
  return readAll(reader, vertices, count, null).edges;
}

/** Reads `count` lines `u v label` of a DAG, as `readEdges` does. */
export function readEdgesWithLabels(
  reader: TokenReader,
  vertices: number,
  count: number,
  label: Limit,
): { readonly edges: Edges; readonly labels: Int32Array } {
  return readAll(reader, vertices, count, label);
}

function readAll(reader: TokenReader, vertices: number, count: number, label: Limit | null) {
  reader.hold();
  const from = reader.offset;
  const tails = zeros(count);
  const heads = zeros(count);
  const labels = zeros(label === null ? 0 : count);
  const ends = [
    { into: tails, from: 1, limit: { symbol: 'u', min: 1, max: vertices } },
    { into: heads, from: 1, limit: { symbol: 'v', min: 1, max: vertices } },
  ];
  if (label === null) reader.records(ends, count);
  else reader.records([...ends, { into: labels, from: 0, limit: label }], count);
  const edges = { tails, heads };
  const edge = reader.sound ? edgeOnCycle(vertices, edges) : null;
  if (edge !== null) {
    const offset = reader.tokenOffset(from, edge * (label === null ? 2 : 3));
    reader.report(offset, cycleFinding((tails[edge] as number) + 1, (heads[edge] as number) + 1));
  }
  reader.release();
  return { edges, labels };
}

function cycleFinding(tail: number, head: number) {
  const allowed = 'a graph without directed cycles';
  if (tail === head) {
    return { rule: 'graph/self-loop', found: `an edge from ${tail} to itself`, allowed };
  }
  return { rule: 'graph/cycle', found: `the edge ${tail} → ${head} on a directed cycle`, allowed };
}
