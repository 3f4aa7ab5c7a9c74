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
export function subsetsWon({ edges }: Case, share: number, modulus: number): number {
  const count = edges.tails.length;
  const joined = edges.tails.some((tail, edge) => tail === 0 && edges.heads[edge] === 1);
  const lost = mulMod(powMod(2 % modulus, count - Number(joined), modulus), share, modulus);
  return subMod(powMod(2 % modulus, count, modulus), lost, modulus);
}

/** What the tokens can reach; what they cannot leaves the share as it is. Sinks last. */
export function twoSources({ vertices, edges }: Case): TwoSources {
  const out = headsOf({ vertices, edges });
  let reached = 0b11;
  for (let v = 0; v < vertices; v++) if ((reached >>> v) & 1) reached |= out[v] as number;
  const others = [...out.keys()].filter((v) => v > 1 && (reached >>> v) & 1);
  const inner = others.filter((v) => out[v] !== 0);
  const order = [...inner, ...others.filter((v) => out[v] === 0)];
  const rename = (set: number) =>
    order.reduce((mask, v, name) => mask | (((set >>> v) & 1) << name), 0);
  return {
    vertices: order.length,
    inner: inner.length,
    out: Int32Array.from(order, (v) => rename(out[v] as number)),
    fromFirst: rename(out[0] as number),
    fromSecond: rename(out[1] as number),
  };
}

/** What some sources, 0-based, can reach, renumbered in the same order; edges between sources are left out. */
export function reachedFrom({ vertices, edges }: Case, sources: readonly number[]): Sources {
  const out = headsOf({ vertices, edges });
  const set = sources.reduce((all, source) => all | (1 << source), 0);
  let reached = set;
  for (let v = 0; v < vertices; v++) if ((reached >>> v) & 1) reached |= out[v] as number;
  const order = [...out.keys()].filter((v) => ((reached & ~set) >>> v) & 1);
  const rename = (heads: number) =>
    order.reduce((mask, v, name) => mask | (((heads >>> v) & 1) << name), 0);
  return {
    vertices: order.length,
    out: Int32Array.from(order, (v) => rename(out[v] as number)),
    sources: sources.map((source) => rename(out[source] as number)),
  };
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
