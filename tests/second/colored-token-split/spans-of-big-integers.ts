import type { Case } from '../../../core/games/colored-token-split/rules.ts';

/**
 * Grundy values as the integers 2^k themselves: at each vertex the least integer that no xor of its
 * colours' values makes, found by asking for 1, 2, 4, … one after another.
 */
export function solve(c: Case): boolean {
  const values = new Map<number, bigint>();
  let sum = 0n;
  for (const vertex of c.tokens) sum ^= grundyValue(c, vertex, values);
  return sum !== 0n;
}

function grundyValue(c: Case, vertex: number, known: Map<number, bigint>): bigint {
  const before = known.get(vertex);
  if (before !== undefined) return before;
  const byColour = new Map<number, bigint>();
  for (const [edge, tail] of c.edges.tails.entries()) {
    if (tail !== vertex) continue;
    const colour = c.colours[edge] as number;
    const value = grundyValue(c, c.edges.heads[edge] as number, known);
    byColour.set(colour, (byColour.get(colour) ?? 0n) ^ value);
  }
  const value = leastOutside([...byColour.values()]);
  known.set(vertex, value);
  return value;
}

/** The least integer outside an xor-span is a power of two: of any two integers inside, so is the xor. */
function leastOutside(generators: readonly bigint[]): bigint {
  const basis: bigint[] = [];
  for (const generator of generators) {
    const rest = reduced(generator, basis);
    if (rest !== 0n) basis.push(rest);
    basis.sort((a, b) => (a > b ? -1 : 1));
  }
  let power = 1n;
  while (reduced(power, basis) === 0n) power *= 2n;
  return power;
}

/** Each step keeps the smaller of the number and its xor; the basis has different top bits, largest first. */
function reduced(number: bigint, basis: readonly bigint[]): bigint {
  let rest = number;
  for (const each of basis) if ((rest ^ each) < rest) rest ^= each;
  return rest;
}
