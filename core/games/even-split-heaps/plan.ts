import type { Cost } from '../../game.ts';
import type { Case } from './rules.ts';

/** The cases of a file share F, so they share the values: one case with all heaps takes as much. */
export function costTogether(cases: readonly Case[]): Cost {
  const { threshold = 1 } = cases[0] ?? {};
  const heaps = cases.flatMap((c) => [...c.heaps]);
  return cost({ threshold, heaps: Int32Array.from(heaps) });
}

/**
 * Counts quotients, as if the case stood alone: what its file has asked for before is not known here.
 * A size v takes √v quotients. Around v, a heap a needs 2a / v² of all sizes, the ⌊a / j⌋ and the next
 * ones; all heaps together need every size up to `dense`, and ever fewer above. Where that is more
 * than settling all sizes at once, up to twice the largest, it is not more than twice as much as that.
 */
export function cost({ threshold, heaps }: Case): Cost {
  const live = new Set(heaps.filter((heap) => heap >= threshold));
  let largest = 0;
  let sum = 0;
  for (const heap of live) {
    largest = Math.max(largest, heap);
    sum += heap;
  }
  const dense = Math.min(largest, Math.max(threshold, Math.sqrt(2 * sum)));
  const below = (2 / 3) * (dense ** 1.5 - Math.min(dense, threshold) ** 1.5);
  const above = largest === 0 ? 0 : 4 * sum * (dense ** -0.5 - largest ** -0.5);
  const all = 8 * largest * Math.log(largest + 1);
  return { steps: heaps.length + Math.min(below + above, all), bytes: 22 * largest };
}
