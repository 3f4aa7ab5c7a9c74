import { type Cost, defineSplit } from '../../game.ts';
import type { ListFile } from '../../list-file.ts';
import { bytesAsBytes } from '../../number/binary.ts';
import { cutRange, type Range } from '../../number/ranges.ts';
import { readGraph, vertexOf } from './codec.ts';
import { type Answer, type Case, limits } from './rules.ts';
import { firstPlayerWins, parityOf } from './solve.ts';

/**
 * O(n + m log m) for the graph, and for the bases at each vertex its colours times their rank times
 * the words of a vector, each at most as the edges of the vertex and of its heads allow: a vertex of
 * d edges has an exponent of at most d. Q for the tokens.
 */
export function cost(c: Case): Cost {
  return costWith(c, c.tokens.length);
}

function costWith({ vertices, edges, colours }: Case, tokens: number): Cost {
  const degrees = new Int32Array(vertices);
  for (const tail of edges.tails) degrees[tail] = (degrees[tail] as number) + 1;
  const bits = new Int32Array(vertices);
  for (let edge = 0; edge < colours.length; edge++) {
    const tail = edges.tails[edge] as number;
    bits[tail] = Math.max(
      bits[tail] as number,
      (degrees[edges.heads[edge] as number] as number) + 1,
    );
  }
  let words = 0;
  for (let v = 0; v < vertices; v++) {
    const degree = degrees[v] as number;
    const bound = Math.min(bits[v] as number, vertices);
    words += degree * Math.min(degree, bound) * Math.ceil(bound / 32);
  }
  const steps = 20 * (vertices + colours.length) + words / 16 + tokens;
  const bytes = 16 * (vertices + colours.length) + vertices ** 2 / 4 + 4 * tokens;
  return { steps, bytes };
}

/** The list of tokens: their number at each vertex matters only by its parity. */
export const list: ListFile<Case, Parity, Answer> = {
  before(reader) {
    const c = readGraph(reader);
    return { c, count: reader.length(limits.tokens) };
  },
  limit: vertexOf,
  nothing: (c) => new Uint8Array(c.vertices),
  // Counted loops, here and in solve.ts: an iterator takes four times as long an item.
  add(parity, items) {
    for (let at = 0; at < items.length; at++) {
      const vertex = (items[at] as number) - 1;
      parity[vertex] = (parity[vertex] as number) ^ 1;
    }
    return parity;
  },
  join: xor,
  binary: bytesAsBytes,
  answer: firstPlayerWins,
  steps: (c, count) => costWith(c, count).steps,
};

/** Per vertex, whether an odd number of tokens stands on it. Parities of parts combine by xor. */
type Parity = Uint8Array;

/** One round over the list of tokens: each part gives a parity vector. */
export const split = defineSplit<Case, Answer, Parity, Range, Parity>({
  rounds: () => 1,
  start: (c) => new Uint8Array(c.vertices),
  parts: (c, _round, count) => cutRange(c.tokens.length, count),
  solvePart: (c, _state, { first, last }) => parityOf(c.vertices, c.tokens.subarray(first, last)),
  merge: (_c, state, partials) => partials.reduce(xor, state),
  finish: firstPlayerWins,
  steps: (c) => cost(c).steps,
  state: bytesAsBytes,
  partial: bytesAsBytes,
});

function xor(a: Parity, b: Parity): Parity {
  return a.map((bit, vertex) => bit ^ (b[vertex] as number));
}
