import { type Cost, defineSplit } from '../../game.ts';
import { cutRange, type Range } from '../../number/ranges.ts';
import type { Answer, Case } from './rules.ts';
import { firstPlayerWins, parityOf } from './solve.ts';

/** O(n + m log m) for the graph, at most m · n² / 64 for the bases, Q for the tokens. */
export function cost({ vertices, colours, tokens }: Case): Cost {
  const words = Math.ceil(vertices / 32);
  const steps = 20 * (vertices + colours.length) + colours.length * words + tokens.length;
  return { steps, bytes: 16 * (vertices * words + colours.length) + 4 * tokens.length };
}

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
});

function xor(a: Parity, b: Parity): Parity {
  return a.map((bit, vertex) => bit ^ (b[vertex] as number));
}
