import type { Cost } from '../../game.ts';
import type { Case } from './rules.ts';

/** The cases of a file share F, so they share the values: one case with all heaps takes as much. */
export function costTogether(cases: readonly Case[]): Cost {
  const { threshold = 1 } = cases[0] ?? {};
  return costOf(
    threshold,
    cases.map(({ heaps }) => heaps),
  );
}

export function cost({ threshold, heaps }: Case): Cost {
  return costOf(threshold, [heaps]);
}

/**
 * Counts quotients, as if the case stood alone: what its file has asked for before is not known here.
 * A size v takes √v quotients. Around v, a heap a needs 2a / v² of all sizes, the ⌊a / j⌋ and the next
 * ones; all heaps together need every size up to `dense`, and ever fewer above. Where that is more
 * than settling all sizes at once, up to twice the largest, it is not more than twice as much as that.
 */
function costOf(threshold: number, lists: readonly Int32Array[]): Cost {
  const { count, largest, sum } = liveSizes(threshold, lists);
  const dense = Math.min(largest, Math.max(threshold, Math.sqrt(2 * sum)));
  const below = (2 / 3) * (dense ** 1.5 - Math.min(dense, threshold) ** 1.5);
  const above = largest === 0 ? 0 : 4 * sum * (dense ** -0.5 - largest ** -0.5);
  const all = 8 * largest * Math.log(largest + 1);
  return { steps: count + Math.min(below + above, all), bytes: 22 * largest };
}

/** A list of so many heaps is looked up in a table of sizes, a shorter one in a set. */
const MANY = 10_000;

/** How many heaps there are, the largest that can be split, and the sum of the sizes of those, each once. */
function liveSizes(threshold: number, lists: readonly Int32Array[]) {
  let count = 0;
  let largest = 0;
  for (const heaps of lists) {
    count += heaps.length;
    for (const heap of heaps) if (heap >= threshold && heap > largest) largest = heap;
  }
  const seen = count < MANY ? new Set<number>() : new SizeTable(largest);
  let sum = 0;
  for (const heaps of lists) {
    for (const heap of heaps) {
      if (heap < threshold || seen.has(heap)) continue;
      seen.add(heap);
      sum += heap;
    }
  }
  return { count, largest, sum };
}

/** A set of sizes, a byte each. */
class SizeTable {
  readonly #seen: Uint8Array;

  constructor(largest: number) {
    this.#seen = new Uint8Array(largest + 1);
  }

  has(size: number): boolean {
    return this.#seen[size] === 1;
  }

  add(size: number): void {
    this.#seen[size] = 1;
  }
}
