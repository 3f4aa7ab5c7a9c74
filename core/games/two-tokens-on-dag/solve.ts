/**
 * Rules:    tokens on a DAG; a move takes one or two of them along an edge each; count the winning first moves
 * Theorem:  Moore's Nim_2 over the Grundy values (theory/moore-nim), as published; where it holds: theory/moore-combination
 * Source:   HDU 5865 Stone game
 * Cost:     O(n + m + K), and 3^d for Grundy values of d binary digits, d ≤ 9 for m ≤ 10^5
 * Verified: against the published criterion by enumeration, n ≤ 6, up to 8 edges and 5 tokens; where theory/moore-combination holds, against the literal rules as well
 */
import { type Csr, outEdges } from '../../graph/csr.ts';
import { complementsTo, vectorsOfBits } from '../../number/ternary-vectors.ts';
import { grundyValues } from '../../theory/grundy-on-dag.ts';
import { raisingEdge } from '../../theory/moore-combination.ts';
import { digitCounts } from '../../theory/moore-nim.ts';
import type { Answer, Case } from './rules.ts';

/**
 * A move of one token changes the vector of digit counts mod 3 by a difference of two vectors; it
 * wins when the new vector is 0. Moves with equal changes are counted together, never one by one.
 */
export function solve(c: Case): Answer {
  const graph = outEdges(c.vertices, c.edges);
  const values = grundyValues(graph);
  const digits = 32 - Math.clz32(largest(values));
  const heaps = c.tokens.map((vertex) => values[vertex] as number);
  const counts = digitCounts(heaps, 3).slice(0, digits);
  const completes = complementsTo(counts.map((count) => (3 - count) % 3));
  const changes = changesOf(graph, values, vectorsOfBits(digits));
  return countMoves(tally(tokensPerVertex(c), graph.offsets, changes, completes), completes);
}

function largest(values: Int32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** For each edge by its place, what a move along it changes in the vector of digit counts. */
function changesOf({ vertices, offsets, heads }: Csr, values: Int32Array, vectors: Int32Array) {
  const changes = new Int32Array(heads.length);
  for (let vertex = 0; vertex < vertices; vertex++) {
    const before = values[vertex] as number;
    const end = offsets[vertex + 1] as number;
    for (let place = offsets[vertex] as number; place < end; place++) {
      const after = values[heads[place] as number] as number;
      changes[place] =
        (vectors[after & ~before] as number) + 2 * (vectors[before & ~after] as number);
    }
  }
  return changes;
}

/** Moves by their change. All counts are at most K · m, below 2^53 within the limits. */
interface Tally {
  /** Per change, the moves of single tokens that make it. */
  readonly moves: Float64Array;
  /** Ordered pairs of moves of one and the same token that together win. */
  readonly sameToken: bigint;
}

/** `completes` gives for each change the one that together with it wins. */
function tally(
  tokens: Int32Array,
  offsets: Int32Array,
  changes: Int32Array,
  completes: Int32Array,
): Tally {
  const moves = new Float64Array(completes.length);
  const own = new Float64Array(completes.length);
  let sameToken = 0n;
  for (let vertex = 0; vertex < tokens.length; vertex++) {
    if (tokens[vertex] === 0) continue;
    const start = offsets[vertex] as number;
    const end = offsets[vertex + 1] as number;
    for (let place = start; place < end; place++) increase(own, changes[place] as number, 1);
    let winning = 0;
    for (let place = start; place < end; place++) {
      const change = changes[place] as number;
      winning += own[completes[change] as number] as number;
      increase(moves, change, tokens[vertex] as number);
    }
    for (let place = start; place < end; place++) own[changes[place] as number] = 0;
    if (winning > 0) sameToken += BigInt(winning) * BigInt(tokens[vertex] as number);
  }
  return { moves, sameToken };
}

function increase(counts: Float64Array | Int32Array, index: number, by: number): void {
  counts[index] = (counts[index] as number) + by;
}

function tokensPerVertex(c: Case): Int32Array {
  const counts = new Int32Array(c.vertices);
  for (const vertex of c.tokens) increase(counts, vertex, 1);
  return counts;
}

/** Single moves that win, and the pairs, each once: in both orders, less those of one token, halved. */
function countMoves({ moves, sameToken }: Tally, completes: Int32Array): bigint {
  let ordered = 0n;
  for (let change = 0; change < moves.length; change++) {
    const count = moves[change] as number;
    const others = moves[completes[change] as number] as number;
    if (count > 0 && others > 0) ordered += BigInt(count) * BigInt(others);
  }
  const single = BigInt(moves[completes[0] as number] as number);
  return single + (ordered - sameToken) / 2n;
}

/** With at most this many tokens the published method is right on every DAG. */
const ALWAYS_COVERED = 3;

/** An edge behind a token that takes a case out of the theorem's domain, 0-based; else null. */
export function edgeNotCovered(c: Case): { readonly tail: number; readonly head: number } | null {
  if (c.tokens.length <= ALWAYS_COVERED) return null;
  const graph = outEdges(c.vertices, c.edges);
  return raisingEdge(graph, grundyValues(graph), c.tokens);
}
