import { expect, test } from 'vitest';
import { chunkStep, type World } from '../../functions/job/chunk-step.ts';
import { jobState, setCancelled } from '../../functions/job/job-state.ts';
import { mergeStep } from '../../functions/job/merge-step.ts';
import { planStep } from '../../functions/job/plan-step.ts';
import { takeUpload } from '../../functions/job/take-upload.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { newWorld, ON_THE_SPOT, upload } from './jobs.ts';

async function batchOf(world: World, lines: number): Promise<string> {
  // Long enough to be a chunk of its own.
  const text = `1\n200\n1${' 2'.repeat(199)}\n`;
  const line = `${JSON.stringify({ game: 'delete-nim', text })}\n`;
  await upload(world, 'inbox/batch.jsonl', line.repeat(lines));
  const settings = { ...ON_THE_SPOT, chunkSeconds: 1e-6 };
  const announced = { bucket: 'in', key: 'inbox/batch.jsonl', version: null };
  const taken = await takeUpload(world, announced, settings);
  return 'job' in taken ? taken.job : taken.kind;
}

/** Counts requests; each page of a list is one. */
function counting(store: ObjectStore): { readonly store: ObjectStore; count: number } {
  const counted = { count: 0, store };
  counted.store = new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]) => {
        counted.count++;
        return value.apply(target, words);
      };
    },
  });
  return counted;
}

test('a job goes from unknown through planned and running to done', async () => {
  const world = newWorld();
  const states: string[] = [(await jobState(world.out, 'delete-nim-0123456789abcdef')).state];
  const job = await batchOf(world, 3);
  states.push((await jobState(world.out, job)).state);
  const next = await planStep(world, { job });
  states.push((await jobState(world.out, job)).state);
  for (const chunk of next.next === 'round' ? next.chunks : []) {
    await chunkStep(world, { job, round: 0, chunk });
    states.push((await jobState(world.out, job)).state);
  }
  await mergeStep(world, { job });
  states.push((await jobState(world.out, job)).state);
  expect(states).toEqual([
    'unknown',
    'planned',
    'running',
    'running',
    'running',
    'running',
    'done',
  ]);
});

test('a cancelled job is so until that is taken back, and a job that is done stays done', async () => {
  const world = newWorld();
  const job = await batchOf(world, 2);
  const next = await planStep(world, { job });
  await setCancelled(world.out, job, true);
  expect((await jobState(world.out, job)).state).toBe('cancelled');
  expect(await planStep(world, { job })).toEqual({ next: 'stop' });
  await setCancelled(world.out, job, false);
  expect((await jobState(world.out, job)).state).toBe('running');
  for (const chunk of next.next === 'round' ? next.chunks : [])
    await chunkStep(world, { job, round: 0, chunk });
  await mergeStep(world, { job });
  await setCancelled(world.out, job, true);
  expect((await jobState(world.out, job)).state).toBe('done');
});

test.each([1, 40, 400])('a job of %i chunks is told by the same few requests', async (lines) => {
  const world = newWorld();
  const job = await batchOf(world, lines);
  const next = await planStep(world, { job });
  const running = counting(world.out);
  const { progress } = await jobState(running.store, job);
  expect(progress?.allChunks).toBe(lines);
  expect(running.count).toBe(5);
  for (const chunk of next.next === 'round' ? next.chunks : [])
    await chunkStep(world, { job, round: 0, chunk });
  await mergeStep(world, { job });
  const done = counting(world.out);
  expect((await jobState(done.store, job)).done?.counts.cases).toBe(lines);
  expect(done.count).toBe(2);
});
