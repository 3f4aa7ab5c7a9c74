import { table } from '../../core/games/dag-subgraph-count/solve.ts';
import type { Part } from '../../core/games/dag-subgraph-count/table.ts';
import { MODULUS } from '../../core/number/mod-arithmetic.ts';
import { Random } from '../../core/random/random.ts';
import { blocksOf } from '../../core/theory/grundy-layer-blocks.ts';
import { type Cut, type Graph, pairsOf } from './cuts.ts';

/** Rounds with less than this share of all pairs are taken to run as the nearest one with more. */
const SHARE = 0.01;
const STRATA_PER_ROUND = 3;
const SAMPLES = 4;
/** Longer parts are halved at random, as a larger count would cut them, until they are shorter. */
const MOST_MILLISECONDS = 700;
/** What the pairs take about. */
const NANOSECONDS = 0.2;

/** Parts of one round whose pairs are at most `most` and above those of the next stratum. */
interface Stratum {
  readonly round: number;
  readonly most: number;
  readonly parts: readonly Part[];
  /** Nanoseconds a pair. */
  readonly rates: number[];
}

/** What was measured of a graph. */
export interface Measured {
  /** By pairs, descending inside of a round; rounds ascending. */
  readonly strata: readonly Stratum[];
}

/** Solves a sample of the parts of some cuts over a table of random residues: values take no time. */
export function measure(graph: Graph, cuts: readonly Cut[]): Measured {
  const random = new Random(graph.vertices);
  const solver = table.attach(graph.c, table.allocate(graph.c, 1), 0);
  fill(solver.cells, random);
  const strata = strataOf(graph, cuts);
  // Compiles the kernel.
  solver.solve(shortened(graph, strata[0]?.parts[0] as Part, random));
  const samples = strata.flatMap((stratum) => Array.from({ length: SAMPLES }, () => stratum));
  for (const { parts, rates } of random.shuffled(samples)) {
    const part = shortened(graph, random.pick(parts), random);
    const seconds = cpuSeconds(() => solver.solve(part));
    rates.push((seconds * 1e9) / pairsOf(graph.works, part));
  }
  return { strata };
}

/** Seconds that a part takes, as its stratum did. */
export function secondsOf({ strata }: Measured, { works }: Graph, part: Part): number {
  const pairs = pairsOf(works, part);
  return (pairs * mean(stratumOf(strata, part.rounds.last, pairs).rates)) / 1e9;
}

/** Seconds of all rounds uncut in one thread, and their standard error. */
export function wholeOf(measured: Measured, { works }: Graph): { seconds: number; error: number } {
  const ofStrata = new Map<Stratum, number>();
  for (const [round, { pairs }] of works.entries()) {
    const stratum = stratumOf(measured.strata, round, pairs);
    ofStrata.set(stratum, (ofStrata.get(stratum) ?? 0) + pairs);
  }
  let seconds = 0;
  let variance = 0;
  for (const [{ rates }, pairs] of ofStrata) {
    seconds += (pairs * mean(rates)) / 1e9;
    variance += ((pairs / 1e9) ** 2 * varianceOf(rates)) / rates.length;
  }
  return { seconds, error: Math.sqrt(variance) };
}

/** What a call takes of a core, however much of it others had meanwhile. */
export function cpuSeconds(call: () => void): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function strataOf({ works }: Graph, cuts: readonly Cut[]): readonly Stratum[] {
  const all = works.reduce((sum, { pairs }) => sum + pairs, 0);
  return works.flatMap(({ pairs }, round): Stratum[] => {
    if (pairs < SHARE * all) return [];
    const whole = { index: 0, rounds: { first: round, last: round }, blocks: blocksOf(round) };
    const cutParts = cuts
      .flatMap((cut) => (cut ?? []).flat())
      .filter(({ rounds }) => {
        return rounds.first === round && rounds.last === round;
      });
    const parts = [whole, ...cutParts].sort((a, b) => pairsOf(works, b) - pairsOf(works, a));
    const each = Math.ceil(parts.length / STRATA_PER_ROUND);
    return Array.from({ length: Math.ceil(parts.length / each) }, (_, at) => {
      const own = parts.slice(at * each, (at + 1) * each);
      return { round, most: pairsOf(works, own[0] as Part), parts: own, rates: [] };
    });
  });
}

/** Of the nearest round that has any, the last one that holds parts of so many pairs. */
function stratumOf(strata: readonly Stratum[], round: number, pairs: number): Stratum {
  const first = strata[0] as Stratum;
  const ofRound = strata.filter((each) => each.round === Math.max(round, first.round));
  return ofRound.findLast(({ most }) => pairs <= most) ?? (ofRound[0] as Stratum);
}

function shortened(graph: Graph, part: Part, random: Random): Part {
  const { first, last } = part.blocks;
  const milliseconds = (pairsOf(graph.works, part) * NANOSECONDS) / 1e6;
  if (milliseconds <= MOST_MILLISECONDS || last - first === 1) return part;
  const middle = (first + last) / 2;
  const blocks = random.chance(0.5) ? { first, last: middle } : { first: middle, last };
  return shortened(graph, { ...part, blocks }, random);
}

function fill(cells: Uint32Array, random: Random): void {
  const distinct = Math.min(2 ** 20, cells.length);
  for (let at = 0; at < distinct; at++) cells[at] = random.below(MODULUS);
  for (let filled = distinct; filled < cells.length; filled *= 2) {
    cells.copyWithin(filled, 0, Math.min(filled, cells.length - filled));
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function varianceOf(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}
