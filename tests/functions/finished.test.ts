import { expect, test } from 'vitest';
import { Finished } from '../../functions/careful/finished.ts';
import { readPart, type Solved } from '../../functions/job/part.ts';
import { NO_CASES } from '../../functions/job/solve-piece.ts';
import { newWorld } from './jobs.ts';

test('the cases of a large file become one part, whose peak is the largest of theirs', async () => {
  const count = 200_000;
  const { out } = newWorld();
  const range = { first: 0, last: count - 1 };
  const finished = new Finished(range, { out, job: 'job', kind: 'file', now: () => 0 });
  const results = { ...NO_CASES, answers: ['1'], steps: [1], milliseconds: [0] };
  const one: Omit<Solved, 'peakMegabytes'> = {
    ...{ index: 0, frame: null, problem: null, first: 0, results, millisecondsParse: 0 },
  };
  for (let unit = 0; unit < count; unit++) {
    finished.add(unit, [{ ...one, first: unit, peakMegabytes: unit === 7 ? 90 : 20 }]);
  }
  await finished.write();
  const [part, ...more] = await readPart(out, 'job', range);
  expect(more).toEqual([]);
  expect(part?.results.answers).toHaveLength(count);
  expect(part?.peakMegabytes).toBe(90);
});
