import { expect, test } from 'vitest';
import { game } from '../../../core/games/even-split-heaps/index.ts';
import { run } from '../../../core/pipeline/run.ts';
import { Random } from '../../../core/random/random.ts';
import { NearlyEqualSplits } from '../../../core/theory/nearly-equal-splits.ts';
import { bytesOf } from '../../conformance/games.ts';

test('two hundred thousand heaps of up to a million, in cases of a hundred', () => {
  const random = new Random(1);
  const heaps = Array.from({ length: 2_000 }, () =>
    Int32Array.from({ length: 100 }, () => random.between(1, 1_000_000)),
  );
  const text = game.codec.formatCases(heaps.map((each) => ({ threshold: 2, heaps: each })));
  const answers = run(game, bytesOf(text)).answer?.trim().split(' ') ?? [];
  expect(answers).toHaveLength(2_000);
  // Taken by themselves heaps are never settled all at once.
  for (const number of [0, 1, 1_999]) {
    const alone = Array.from(heaps[number] ?? [], (heap) =>
      new NearlyEqualSplits(2).grundyValue(heap),
    );
    expect(answers[number]).toBe(alone.reduce((sum, value) => sum ^ value, 0) === 0 ? '0' : '1');
  }
});
