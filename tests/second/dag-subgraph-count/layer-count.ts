import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';
import { MODULUS, mulMod, subMod } from '../../../core/number/mod-arithmetic.ts';

/** 3^n · n steps. */
export function reaches(c: Case): boolean {
  return c.vertices <= 12;
}

/**
 * Counts whole numbers of edge subsets instead of shares, with both tokens' vertices among the others:
 * equal(S) is the number of subsets of the edges inside S on which 1 and 2 have equal Grundy values.
 * The layer of value 0 of S holds both or neither of them; if both, everything later is free.
 */
export function solve(c: Case): number {
  const out = new Array<number>(c.vertices).fill(0);
  c.edges.tails.forEach((tail, edge) => {
    out[tail] = (out[tail] as number) | (1 << (c.edges.heads[edge] as number));
  });
  const all = 2 ** c.vertices - 1;
  const equal = new Array<number>(all + 1).fill(0);
  for (let set = 3; set <= all; set += 4) {
    for (let layer = set; layer > 0; layer = (layer - 1) & set) {
      const tokens = layer & 3;
      if (tokens === 1 || tokens === 2) continue;
      const later = set ^ layer;
      const free = tokens === 3 ? powerOfTwo(edgesBetween(out, later, later)) : equal[later];
      const ways = mulMod(waysToLayer(out, layer, later), free as number, MODULUS);
      equal[set] = ((equal[set] as number) + ways) % MODULUS;
    }
  }
  return subMod(powerOfTwo(c.edges.tails.length), equal[all] as number, MODULUS);
}

/** Edges from the layer are free, none runs inside it, each later vertex keeps one into it. */
function waysToLayer(out: readonly number[], layer: number, later: number): number {
  let ways = powerOfTwo(edgesBetween(out, layer, later));
  for (let vertex = 0; vertex < out.length; vertex++) {
    if (((later >> vertex) & 1) === 0) continue;
    const choices = subMod(powerOfTwo(edgesBetween(out, 1 << vertex, layer)), 1, MODULUS);
    ways = mulMod(ways, choices, MODULUS);
  }
  return ways;
}

function edgesBetween(out: readonly number[], tails: number, heads: number): number {
  let edges = 0;
  out.forEach((mask, vertex) => {
    if ((tails >> vertex) & 1) edges += ones(mask & heads);
  });
  return edges;
}

function ones(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) count++;
  return count;
}

function powerOfTwo(exponent: number): number {
  return Number(2n ** BigInt(exponent) % BigInt(MODULUS));
}
