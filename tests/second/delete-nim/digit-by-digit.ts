import type { Case } from '../../../core/games/delete-nim/rules.ts';

/**
 * Takes the binary digits of x − 1 and y − 1 from the top, by subtraction alone: no bit operator, so
 * no limit of 32 bits.
 */
export function solve({ heaps }: Case): boolean {
  const odd = new Set<number>();
  for (let heap = 0; heap < heaps.length; heap += 2) {
    const value = grundyValue(heaps[heap] as number, heaps[heap + 1] as number);
    if (value > 0 && !odd.delete(value)) odd.add(value);
  }
  return !sumsToZero(odd);
}

/** The top digit only counts when all digits below it are ones already: the rest has value log2. */
function grundyValue(x: number, y: number): number {
  if (x === 1 && y === 1) return 0;
  let power = 1;
  while (2 * power < Math.max(x, y)) power *= 2;
  const rest = grundyValue(x > power ? x - power : x, y > power ? y - power : y);
  return 2 ** rest === power ? rest + 1 : rest;
}

/** Whether each binary digit is set in an even number of the values, all below 64. */
function sumsToZero(values: Iterable<number>): boolean {
  const all = [...values];
  return [1, 2, 4, 8, 16, 32].every(
    (digit) => all.filter((value) => Math.floor(value / digit) % 2 === 1).length % 2 === 0,
  );
}
