import { MODULUS, powMod } from '../../number/mod-arithmetic.ts';
import { PrimeField } from '../../number/prime-field.ts';
import { DisagreementError } from '../../text/errors.ts';
import { grundyValueShares, type Sources } from '../../theory/grundy-value-shares.ts';
import { exactCount, exactModuli } from './moduli.ts';
import type { Case } from './rules.ts';
import { countOf, isJoined, reachedFrom } from './shares.ts';

/** For one Grundy value: on how many edge subsets vertex 1 has it, and on how many 1 and 2 both have it. */
export interface ValueCount {
  readonly count: bigint;
  readonly equal: bigint;
}

/** By Grundy value, from 0 to the largest that any subset gives vertex 1. */
export type Histogram = readonly ValueCount[];

/** The counts as integers, or modulo a number. */
export function histogram(c: Case, { exact, modulus }: HistogramOptions): Histogram {
  const over = modulus ?? MODULUS;
  const isDirect = !exact && over % 2 === 1 && over > 1 && over < 2 ** 30;
  if (isDirect) return residues(c, over).map(toBigInts);
  const moduli = exactModuli(c.edges.tails.length);
  const all = moduli.map((each) => residues(c, each));
  const counts = (all[0] ?? []).map((_, value): ValueCount => {
    const of = (kind: 'count' | 'equal') =>
      exactCount(
        all.map((each) => each[value]?.[kind] ?? 0),
        moduli,
      );
    return { count: of('count'), equal: of('equal') };
  });
  const m = BigInt(over);
  if (exact) return counts;
  return counts.map((each) => ({ count: each.count % m, equal: each.equal % m }));
}

export interface HistogramOptions {
  readonly exact: boolean;
  readonly modulus: number | null;
}

interface Residues {
  readonly count: number;
  readonly equal: number;
}

/** Throws DisagreementError where the counts of vertex 1 do not sum up to those of all subsets. */
function residues(c: Case, modulus: number): readonly Residues[] {
  const field = new PrimeField(modulus);
  const one = grundyValueShares(reachedFrom(c, [0]), field);
  const two = grundyValueShares(reachedFrom(c, [0, 1]), field);
  // Equal values leave the edge 1 → 2 out.
  const half = isJoined(c) ? (modulus + 1) / 2 : 1;
  const counts = one.map((share, value) => ({
    count: countOf(c, share, modulus),
    equal: countOf(c, field.multiply(two[value] ?? 0, half), modulus),
  }));
  const sum = counts.reduce((total, { count }) => field.add(total, count), 0);
  const subsets = powMod(2, c.edges.tails.length, modulus);
  if (sum === subsets) return counts;
  throw new DisagreementError(
    `counts whose sum is ${sum} modulo ${modulus}`,
    `${subsets}, the number of all subsets`,
  );
}

function toBigInts({ count, equal }: Residues): ValueCount {
  return { count: BigInt(count), equal: BigInt(equal) };
}

/** Steps, against a pair of sets of the kernel, and bytes. */
export function histogramCost(graph: Sources): { readonly steps: number; readonly bytes: number } {
  const inner = graph.out.filter((heads) => heads !== 0).length;
  const steps = 3 ** inner * graph.vertices * STEPS_PER_VALUE;
  return { steps, bytes: 2 ** graph.vertices * (4 * graph.vertices + 5) };
}

const STEPS_PER_VALUE = 12;
