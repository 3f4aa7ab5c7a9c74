/**
 * Rules:    tokens on a DAG; a move takes one or two of them along an edge each; count the winning first moves
 * Theorem:  Moore's Nim_2 over the Grundy values (theory/moore-nim), as published; where it holds: theory/moore-combination
 * Source:   HDU 5865 Stone game
 * Cost:     O(n + m + K), and 3^d for Grundy values of d binary digits, d ≤ 9 for m ≤ 10^5
 * Verified: against the published criterion by enumeration, n ≤ 6, up to 8 edges and 5 tokens; where theory/moore-combination holds, against the literal rules as well
 */
import { type Csr, outEdges } from '../../graph/csr.ts';
import { zeros } from '../../graph/instance-memory.ts';
import { ExactSum } from '../../number/exact-sum.ts';
import { complementsTo, vectorsOfBits } from '../../number/ternary-vectors.ts';
import { grundyValues } from '../../theory/grundy-on-dag.ts';
import { raisingEdge } from '../../theory/moore-combination.ts';
import { digitCounts } from '../../theory/moore-nim.ts';
import type { Answer, Case } from './rules.ts';

/**
 * A move of one token changes the vector of digit counts mod 3 by a difference of two vectors; it
 * wins when the new vector is 0. Moves with equal changes are counted together, never one by one.
 *
 * The 3^d changes index a plain table. A value v needs v (v + 1) / 2 edges, so 2^(d − 1) ≤ √(2m) and
 * 3^d ≤ 3 · (2m)^0.8: fewer entries than the edges that were read for it, except in tiny cases. A
 * hash table would save nothing and pay for every probe.
 */
export function solve(c: Case): Answer {
  const graph = outEdges(c.vertices, c.edges);
  const values = grundyValues(graph);
  const digits = 32 - Math.clz32(largest(values));
  const heaps = c.tokens.map((vertex) => values[vertex] as number);
  const counts = digitCounts(heaps, 3).slice(0, digits);
  const completes = complementsTo(counts.map((count) => (3 - count) % 3));
  const changes = new Changes(graph, values, digits);
  return countMoves(tally(tokensPerVertex(c), changes, completes), completes);
}

function largest(values: Int32Array): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, values[at] as number);
  return most;
}

/** What the moves from a vertex change in the vector of digit counts. */
class Changes {
  readonly #graph: Csr;
  readonly #values: Int32Array;
  readonly #vectors: Int32Array;
  #from: Int32Array = new Int32Array(0);

  constructor(graph: Csr, values: Int32Array, digits: number) {
    this.#graph = graph;
    this.#values = values;
    this.#vectors = vectorsOfBits(digits);
  }

  /** One change for each edge; valid until the next call. */
  from(vertex: number): Int32Array {
    const { offsets, heads } = this.#graph;
    const values = this.#values;
    const vectors = this.#vectors;
    const start = offsets[vertex] as number;
    const degree = (offsets[vertex + 1] as number) - start;
    if (degree > this.#from.length) this.#from = new Int32Array(2 * degree);
    const from = this.#from;
    const before = values[vertex] as number;
    for (let edge = 0; edge < degree; edge++) {
      const after = values[heads[start + edge] as number] as number;
      from[edge] = (vectors[after & ~before] as number) + 2 * (vectors[before & ~after] as number);
    }
    return from.subarray(0, degree);
  }
}

/** Moves by their change. A count is at most K · m ≤ 10^15, exact in a double. */
interface Tally {
  /** Per change, the moves of single tokens that make it. */
  readonly moves: Float64Array;
  /** Ordered pairs of moves of one and the same token that together win. */
  readonly sameToken: bigint;
}

/**
 * `completes` gives for each change the one that together with it wins. Counted loops, here and above:
 * in a short run nothing is compiled yet, and an iterator makes an object a step.
 */
function tally(tokens: Int32Array, changes: Changes, completes: Int32Array): Tally {
  const moves = new Float64Array(completes.length);
  const own = new Int32Array(completes.length);
  const sameToken = new ExactSum();
  for (let vertex = 0; vertex < tokens.length; vertex++) {
    const count = tokens[vertex] as number;
    if (count === 0) continue;
    const from = changes.from(vertex);
    for (let edge = 0; edge < from.length; edge++) {
      const change = from[edge] as number;
      own[change] = (own[change] as number) + 1;
      moves[change] = (moves[change] as number) + count;
    }
    sameToken.add(winningPairs(own, from, completes), count);
  }
  return { moves, sameToken: sameToken.value() };
}

/** Ordered pairs of changes out of `from` that together win; `own` counts them, and is cleared. */
function winningPairs(own: Int32Array, from: Int32Array, completes: Int32Array): number {
  let pairs = 0;
  for (let edge = 0; edge < from.length; edge++) {
    pairs += own[completes[from[edge] as number] as number] as number;
  }
  for (let edge = 0; edge < from.length; edge++) own[from[edge] as number] = 0;
  return pairs;
}

function tokensPerVertex(c: Case): Int32Array {
  const counts = zeros(c.vertices);
  for (let token = 0; token < c.tokens.length; token++) {
    const vertex = c.tokens[token] as number;
    counts[vertex] = (counts[vertex] as number) + 1;
  }
  return counts;
}

/** Single moves that win, and the pairs, each once: in both orders, less those of one token, halved. */
function countMoves({ moves, sameToken }: Tally, completes: Int32Array): bigint {
  const ordered = new ExactSum();
  for (let change = 0; change < moves.length; change++) {
    const count = moves[change] as number;
    if (count > 0) ordered.add(count, moves[completes[change] as number] as number);
  }
  const single = BigInt(moves[completes[0] as number] as number);
  return single + (ordered.value() - sameToken) / 2n;
}

/** With at most this many tokens the published method is right on every DAG. */
const ALWAYS_COVERED = 3;

/** An edge behind a token that takes a case out of the theorem's domain, 0-based; else null. */
export function edgeNotCovered(c: Case): { readonly tail: number; readonly head: number } | null {
  if (c.tokens.length <= ALWAYS_COVERED) return null;
  const graph = outEdges(c.vertices, c.edges);
  return raisingEdge(graph, grundyValues(graph), c.tokens);
}
