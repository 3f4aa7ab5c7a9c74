/**
 * Rules:    tokens on a DAG with coloured edges; a token is traded for one token per edge of a set of colours
 * Theorem:  the options of a vertex form an xor-span, whose mex is a power of two (theory/xor-span)
 * Source:   JZOJ 3996
 * Cost:     O(n + m log m + Q) and at most m · n² / 64 word operations for the bases
 * Verified: against the oracle, n ≤ 4, up to 4 edges and 3 tokens
 */
import { edgeNumbers, outEdges } from '../../graph/csr.ts';
import { topologicalOrder } from '../../graph/topological-order.ts';
import { XorSpan } from '../../theory/xor-span.ts';
import type { Answer, Case } from './rules.ts';

export function solve(c: Case): Answer {
  return firstPlayerWins(c, parityOf(c.vertices, c.tokens));
}

/** Per vertex, 1 where an odd number of the tokens stands on it. */
export function parityOf(vertices: number, tokens: Int32Array): Uint8Array {
  const parity = new Uint8Array(vertices);
  for (let token = 0; token < tokens.length; token++) {
    const vertex = tokens[token] as number;
    parity[vertex] = (parity[vertex] as number) ^ 1;
  }
  return parity;
}

/** The nim-sum of powers 2^k is 0 iff every k is even. */
export function firstPlayerWins(c: Case, parity: Uint8Array): Answer {
  const exponents = grundyExponents(c);
  const odd = new Uint8Array(c.vertices + 1);
  for (let vertex = 0; vertex < c.vertices; vertex++) {
    const exponent = exponents[vertex] as number;
    odd[exponent] = (odd[exponent] as number) ^ (parity[vertex] as number);
  }
  return odd.includes(1);
}

/** The exponent k of each vertex, whose Grundy value is 2^k; k < n. */
export function grundyExponents(c: Case): Int32Array {
  const graph = outEdges(c.vertices, c.edges);
  const numbers = edgeNumbers(c.vertices, c.edges);
  const exponents = new Int32Array(c.vertices);
  for (const vertex of topologicalOrder(graph).toReversed()) {
    const start = graph.offsets[vertex] as number;
    const end = graph.offsets[vertex + 1] as number;
    const edges = numbers.subarray(start, end);
    exponents[vertex] = leastExponent(c, edges, exponents);
  }
  return exponents;
}

/** Adds one vector per colour: the xor of 2^exponent over the heads of the edges of that colour. */
function leastExponent(c: Case, edges: Int32Array, exponents: Int32Array): number {
  const byColour = Int32Array.from(edges).sort(
    (a, b) => (c.colours[a] as number) - (c.colours[b] as number),
  );
  let bits = 1;
  for (const edge of edges)
    bits = Math.max(bits, (exponents[c.edges.heads[edge] as number] as number) + 1);
  const span = new XorSpan(bits);
  let vector = span.vector();
  for (let index = 0; index < byColour.length; index++) {
    const edge = byColour[index] as number;
    const exponent = exponents[c.edges.heads[edge] as number] as number;
    vector[exponent >>> 5] = (vector[exponent >>> 5] as number) ^ (1 << (exponent & 31));
    const next = byColour[index + 1];
    if (next !== undefined && c.colours[next] === c.colours[edge]) continue;
    span.add(vector);
    vector = span.vector();
  }
  return span.leastMissingExponent();
}
