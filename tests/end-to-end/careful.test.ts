import { expect, test } from 'vitest';
import { jobKeys, suspectOf } from '../../io/keys.ts';
import type { Row } from '../../io/results/row.ts';
import { startStack } from '../../local/stack.ts';
import { linesOf, textOf, timeless } from '../functions/jobs.ts';
import { sickBundles } from '../functions/sick/bundles.ts';
import { lines, sixteen } from '../functions/sick/jobs.ts';
import { rowsOfRun } from '../functions/sick/run.ts';
import { newFolder } from '../tools/temporary-folder.ts';
import { whenDone } from './dev-process.ts';

test('instances that end the worker of their function harm none of their neighbours', async () => {
  const text = lines(sixteen({ 3: 'exit', 8: 'throws', 12: 'exit' }));
  const stack = await startStack({
    data: newFolder('stack'),
    bundles: await sickBundles(),
    spotSeconds: 0,
    retryMilliseconds: 1,
  });
  const { inbox, out } = stack.buckets;
  await inbox.put('inbox/batch.jsonl', text);
  const [job = ''] = await whenDone(stack.buckets, 1);
  const rows = linesOf<Row>((await textOf(out, jobKeys(job).results)) ?? '').map(timeless);
  const counts = stack.counts();
  const notes: number[] = [];
  for await (const { key } of out.list(jobKeys(job).suspects(0, 0))) {
    notes.push(suspectOf(key)?.unit ?? -1);
  }
  await stack.close();
  const healthy = text.split('\n').filter((_, place) => place !== 8);
  const reference = rowsOfRun('batch.jsonl', healthy.join('\n'), '1m') as Row[];
  const without = ({ id: _id, line: _line, ...row }: Partial<Row>) => row;
  expect(rows.toSpliced(8, 1).map(without)).toEqual(reference.map(without));
  expect(rows[8]).toMatchObject({ error: { rule: 'bug/internal' } });
  // Twice without care, which ends its worker, and once with it.
  expect(counts.chunk).toEqual({ started: 3, failed: 2 });
  expect(counts.fail.started).toBe(0);
  expect(notes).toContain(0);
});
