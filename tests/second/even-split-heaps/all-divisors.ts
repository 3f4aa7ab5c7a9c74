import type { Case } from '../../../core/games/even-split-heaps/rules.ts';

/** Tries every number of parts of every heap, smallest heaps first. */
export function solve(c: Case): boolean {
  return solveWith(c, (heap) => Array.from({ length: heap - 1 }, (_, index) => index + 2));
}

export function reaches(c: Case): boolean {
  return Math.max(...c.heaps) <= 3_000;
}

/** The same, where a heap may only be split into some numbers of parts. */
export function solveWith(c: Case, partsOf: (heap: number) => readonly number[]): boolean {
  const values = grundyValues(c, partsOf);
  return c.heaps.reduce((sum, heap) => sum ^ (values[heap] as number), 0) !== 0;
}

/** Grundy values of the heaps 0, 1, … up to the largest. */
export function grundyValues(
  { threshold, heaps }: Case,
  partsOf: (heap: number) => readonly number[],
): number[] {
  const values: number[] = [];
  for (let heap = 0; heap <= Math.max(...heaps); heap++) {
    const options = heap < threshold ? [] : partsOf(heap).map((m) => splitValue(values, heap, m));
    values.push(leastMissing(options));
  }
  return values;
}

/** Nim-sum over the m parts one by one. */
function splitValue(values: readonly number[], heap: number, m: number): number {
  let sum = 0;
  for (let part = 0; part < m; part++) sum ^= values[Math.floor((heap + part) / m)] as number;
  return sum;
}

function leastMissing(values: readonly number[]): number {
  const seen = new Set(values);
  let least = 0;
  while (seen.has(least)) least++;
  return least;
}
