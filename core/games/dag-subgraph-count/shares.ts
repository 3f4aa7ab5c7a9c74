import { mulMod, powMod, subMod } from '../../number/mod-arithmetic.ts';
import type { TwoSources } from '../../theory/count-by-grundy-layers.ts';
import type { Case } from './rules.ts';

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
  const out = new Int32Array(vertices);
  for (let edge = 0; edge < edges.tails.length; edge++) {
    const tail = edges.tails[edge] as number;
    out[tail] = (out[tail] as number) | (1 << (edges.heads[edge] as number));
  }
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
