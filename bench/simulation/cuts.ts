import { game } from '../../core/games/dag-subgraph-count/index.ts';
import { kernelLow } from '../../core/games/dag-subgraph-count/kernel.ts';
import type { Case } from '../../core/games/dag-subgraph-count/rules.ts';
import { twoSources } from '../../core/games/dag-subgraph-count/shares.ts';
import { table } from '../../core/games/dag-subgraph-count/solve.ts';
import type { Part } from '../../core/games/dag-subgraph-count/table.ts';
import { type Work, workOf } from '../../core/games/dag-subgraph-count/work.ts';
import { bitCount } from '../../core/number/bits.ts';
import { MODULUS } from '../../core/number/mod-arithmetic.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { roundsOf } from '../../functions/job/chunk-size.ts';
import { completeDag } from '../published.ts';

/** A complete graph. */
export interface Graph {
  readonly vertices: number;
  readonly file: ParsedFile;
  readonly c: Case;
  /** Without the last sum. */
  readonly works: readonly Work[];
  readonly cells: number;
  /** Cells in a block. */
  readonly size: number;
}

/** One round of a job; its parts are the costliest first. */
export type Stage = readonly Part[];

/** How a job is cut; null where one function solves the case whole. */
export type Cut = readonly Stage[] | null;

export function completeGraph(vertices: number): Graph {
  const file = parse(game, new TextEncoder().encode(completeDag(vertices, 0)));
  const c = file.cases[0] as Case;
  const graph = twoSources(c);
  const low = kernelLow(graph.inner, MODULUS);
  const works = workOf(graph, low);
  return { vertices, file, c, works, cells: table.cells(c), size: 2 ** low };
}

/** What one case may take is limited to 2 GB, which the table of 32 vertices is above. */
const anyMemory: typeof game = { ...game, cost: (c) => ({ ...game.cost(c), bytes: 0 }) };

/** As a job is cut whose chunks are to take so many seconds. */
export function cutOf({ file, c }: Graph, aimSeconds: number): Cut {
  const rounds = roundsOf(anyMemory, file, aimSeconds * 1000);
  if (rounds === null) return null;
  return rounds.map(
    ({ of = { first: 0, last: 0 }, wanted }) => table.parts(c, of, wanted) as Stage,
  );
}

/**
 * Steps of a part. In a complete graph, one with k leading ones and f free bits has 2^(k − 1) times those
 * of the round with f free bits: each choice of leading ones for Th leaves the same sums.
 */
export function pairsOf(works: readonly Work[], { rounds, blocks }: Part): number {
  if (rounds.first !== rounds.last || blocks.first === 0) {
    return works.slice(rounds.first, rounds.last + 1).reduce((sum, { pairs }) => sum + pairs, 0);
  }
  const free = Math.log2(blocks.last - blocks.first);
  return 2 ** (bitCount(blocks.first) - 1) * (works[free + 1]?.pairs ?? Number.NaN);
}
