/**
 * Rules:    a token on vertex 1 and one on 2 of a DAG of which any set of edges is kept; moves along kept edges
 * Theorem:  sum over the layer of Grundy value 0 (theory/count-by-grundy-layers, in blocks of theory/grundy-layer-blocks)
 * Source:   AtCoder Grand Contest 016 F
 * Cost:     at most 3^(n − 3) / 2 + 2^(n − 3) pairs of sets, O(2^(n − 3)) memory
 * Verified: against the oracle, n ≤ 6; against a count by layers with 1 and 2 among them, n ≤ 12; known counts, n ≤ 24
 */
import { MODULUS, mulMod, powMod, subMod } from '../../number/mod-arithmetic.ts';
import { PrimeField } from '../../number/prime-field.ts';
import { GrundyLayers, type TwoSources } from '../../theory/count-by-grundy-layers.ts';
import { blocksOf, GrundyLayerBlocks, roundCount } from '../../theory/grundy-layer-blocks.ts';
import type { Answer, Case } from './rules.ts';

export function solve(c: Case): Answer {
  const layers = layersOf(c);
  const blocks = new GrundyLayerBlocks(layers);
  const shares = new Uint32Array(2 ** layers.graph.inner);
  for (let round = 0; round < roundCount(layers.graph.inner); round++) {
    const range = blocksOf(round);
    const target = shares.subarray(range.first * blocks.size, range.last * blocks.size);
    blocks.solve(range, shares, target);
  }
  return subsetsWon(c, layers.shareOfAll(shares));
}

export function layersOf(c: Case): GrundyLayers {
  return new GrundyLayers(twoSources(c), new PrimeField(MODULUS));
}

/** All subsets but those with equal values; an edge 1 → 2 is in none of these, and free in no share. */
export function subsetsWon({ edges }: Case, share: number): Answer {
  const count = edges.tails.length;
  const joined = edges.tails.some((tail, edge) => tail === 0 && edges.heads[edge] === 1);
  const lost = mulMod(powMod(2, count - Number(joined), MODULUS), share, MODULUS);
  return subMod(powMod(2, count, MODULUS), lost, MODULUS);
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
