import { rememberLast } from '../../graph/remember-last.ts';
import { mulMod, powMod, subMod } from '../../number/mod-arithmetic.ts';
import type { TwoSources } from '../../theory/count-by-grundy-layers.ts';
import type { Sources } from '../../theory/grundy-value-shares.ts';
import type { Case } from './rules.ts';

/** A share of all edge subsets as their number modulo m. */
export function countOf({ edges }: Case, share: number, modulus: number): number {
  return mulMod(powMod(2 % modulus, edges.tails.length, modulus), share, modulus);
}

/**
 * How many subsets the first player wins modulo m, from the share with equal values: all subsets but those
 * with equal values; an edge 1 → 2 is in none of these, and free in no share.
 */
export function subsetsWon(c: Case, share: number, modulus: number): number {
  const count = c.edges.tails.length;
  const lost = mulMod(powMod(2 % modulus, count - Number(isJoined(c)), modulus), share, modulus);
  return subMod(powMod(2 % modulus, count, modulus), lost, modulus);
}

/** Whether there is an edge 1 → 2. */
export function isJoined({ edges }: Case): boolean {
  return edges.tails.some((tail, edge) => tail === 0 && edges.heads[edge] === 1);
}

/** What the tokens can reach; what they cannot leaves the share as it is. Sinks last. */
export const twoSources = rememberLast((c: Case): TwoSources => {
  const out = headsOf(c);
  const others = reached(out, [0, 1]);
  const inner = others.filter((v) => out[v] !== 0);
  const sinks = others.filter((v) => out[v] === 0);
  const [fromFirst = 0, fromSecond = 0, ...rest] = renamed(out, [0, 1], [...inner, ...sinks]);
  const vertices = others.length;
  return { vertices, inner: inner.length, out: Int32Array.from(rest), fromFirst, fromSecond };
});

/** What some sources, 0-based, can reach, renumbered in the same order; edges between sources are left out. */
export function reachedFrom(c: Case, sources: readonly number[]): Sources {
  const out = headsOf(c);
  const order = reached(out, sources);
  const heads = renamed(out, sources, order);
  return {
    vertices: order.length,
    out: Int32Array.from(heads.slice(sources.length)),
    sources: heads.slice(0, sources.length),
  };
}

/** The vertices that some sources reach, without them, in ascending order. */
function reached(out: Int32Array, sources: readonly number[]): readonly number[] {
  const set = sources.reduce((all, source) => all | (1 << source), 0);
  let found = set;
  for (let v = 0; v < out.length; v++) if ((found >>> v) & 1) found |= out[v] as number;
  return [...out.keys()].filter((v) => ((found & ~set) >>> v) & 1);
}

/** The heads of the sources and then of the vertices in `order`, all named by their places in it. */
function renamed(
  out: Int32Array,
  sources: readonly number[],
  order: readonly number[],
): readonly number[] {
  return [...sources, ...order].map((tail) =>
    order.reduce((mask, v, name) => mask | ((((out[tail] as number) >>> v) & 1) << name), 0),
  );
}

/** The heads of the edges of each vertex, as a mask. */
function headsOf({ vertices, edges }: Case): Int32Array {
  const out = new Int32Array(vertices);
  for (let edge = 0; edge < edges.tails.length; edge++) {
    const tail = edges.tails[edge] as number;
    out[tail] = (out[tail] as number) | (1 << (edges.heads[edge] as number));
  }
  return out;
}
