/**
 * Rules:    a token on vertex 1 and one on 2 of a DAG of which any set of edges is kept; moves along kept edges
 * Theorem:  sum over the layer of Grundy value 0 (theory/count-by-grundy-layers, in blocks of theory/grundy-layer-blocks)
 * Source:   AtCoder Grand Contest 016 F
 * Cost:     at most 3^(n − 3) / 2 + 2^(n − 3) pairs of sets, 4 · 2^(n − 3) bytes
 * Verified: against the oracle, n ≤ 6; against a count by layers with 1 and 2 among them, n ≤ 12; known counts, n ≤ 24; kernel and plain solver against each other
 */
import { MODULUS } from '../../number/mod-arithmetic.ts';
import { PrimeField } from '../../number/prime-field.ts';
import { solveByTable } from '../../table-split.ts';
import { GrundyLayers } from '../../theory/count-by-grundy-layers.ts';
import { blocksOf, GrundyLayerBlocks, roundCount } from '../../theory/grundy-layer-blocks.ts';
import { KERNEL_FROM } from './kernel.ts';
import type { Answer, Case } from './rules.ts';
import { subsetsWon, twoSources } from './shares.ts';
import { tableOf } from './table.ts';

export const table = tableOf<Answer>({
  moduli: () => [MODULUS],
  finish: (_c, [residue = 0]) => residue,
});

export function solve(c: Case): Answer {
  return twoSources(c).inner < KERNEL_FROM ? solvePlainly(c) : solveByKernel(c);
}

export function solveByKernel(c: Case): Answer {
  return solveByTable(table, c) as Answer;
}

/** The same sum without the kernel, as the theorems state it. */
export function solvePlainly(c: Case): Answer {
  const layers = new GrundyLayers(twoSources(c), new PrimeField(MODULUS));
  const blocks = new GrundyLayerBlocks(layers);
  const shares = new Uint32Array(2 ** layers.graph.inner);
  for (let round = 0; round < roundCount(layers.graph.inner); round++) {
    const range = blocksOf(round);
    const target = shares.subarray(range.first * blocks.size, range.last * blocks.size);
    blocks.solve(range, shares, target);
  }
  return subsetsWon(c, layers.shareOfAll(shares), MODULUS);
}
