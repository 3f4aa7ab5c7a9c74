import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, options, type Position, startPosition } from './rules.ts';

/** Plays all groups together by the literal rules. */
export function oracle(c: Case): Answer {
  return bruteForce<Position>(options, nameOf)(startPosition(c));
}

/** Neither the order of the groups nor that of the heaps in one matters to a move. */
function nameOf(position: Position): string {
  const groups: string[] = [];
  for (let heap = 0; heap < position.length; heap += 2) {
    const x = position[heap] as number;
    const y = position[heap + 1] as number;
    groups.push(`${Math.min(x, y)}+${Math.max(x, y)}`);
  }
  return groups.sort().join(' ');
}

/**
 * A group of largest heap s is at its start, or two heaps of together at most s: ⌊s² / 4⌋ pairs.
 * Groups multiply.
 */
export function positions({ heaps }: Case): number {
  let product = 1;
  for (let heap = 0; heap < heaps.length; heap += 2) {
    const largest = Math.max(heaps[heap] as number, heaps[heap + 1] as number);
    product *= 1 + Math.floor(largest ** 2 / 4);
  }
  return product;
}
