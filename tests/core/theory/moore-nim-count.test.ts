import { expect, test } from 'vitest';
import { factorialsUpTo } from '../../../core/number/binomial.ts';
import { bruteForce } from '../../../core/theory/brute-force.ts';
import { countMooreNimPPositions } from '../../../core/theory/moore-nim-count.ts';

const MOST_TOKENS = 8;

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [3, 2],
  [4, 2],
  [4, 3],
  [3, 5],
])('%i heaps, moves in up to %i of them: the counts are those of the game itself', (heaps, d) => {
  const wins = bruteForce(
    (position: readonly number[]) => turns(position, d),
    (position) => position.join(' '),
  );
  const lost = new Array<number>(MOST_TOKENS + 1).fill(0);
  for (const position of fillings(heaps)) {
    const total = position.reduce((sum, heap) => sum + heap, 0);
    if (total <= MOST_TOKENS && !wins(position)) lost[total] = (lost[total] as number) + 1;
  }
  const counts = countMooreNimPPositions(factorialsUpTo(heaps), heaps, d, MOST_TOKENS);
  const counted = lost.map((_, s) => (s % (d + 1) === 0 ? (counts[s / (d + 1)] as number) : 0));
  expect(counted).toEqual(lost);
});

/** All positions of at most MOST_TOKENS tokens a heap. */
function fillings(heaps: number): number[][] {
  if (heaps === 0) return [[]];
  return fillings(heaps - 1).flatMap((others) =>
    Array.from({ length: MOST_TOKENS + 1 }, (_, heap) => [...others, heap]),
  );
}

/** Make one to d of the heaps smaller. */
function turns(position: readonly number[], d: number): number[][] {
  let partial = [{ heaps: [] as number[], moved: 0 }];
  for (const heap of position) {
    partial = partial.flatMap(({ heaps, moved }) =>
      Array.from({ length: heap + 1 }, (_, left) => ({
        heaps: [...heaps, left],
        moved: moved + (left < heap ? 1 : 0),
      })),
    );
  }
  return partial.filter(({ moved }) => moved >= 1 && moved <= d).map(({ heaps }) => heaps);
}
