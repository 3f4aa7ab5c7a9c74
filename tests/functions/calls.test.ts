import { expect, test } from 'vitest';
import type { World } from '../../functions/job/chunk-step.ts';
import { readPlan } from '../../functions/job/plan-file.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { announce, doneOf, newWorld, ON_THE_SPOT, upload } from './jobs.ts';

/** Thirteen of the calls of a job are what it writes: manifest, plan, progress, results, two marks. */
const CALLS_A_CHUNK = 8;
const CALLS_A_JOB = 26;

/** The same world, with what is asked of it counted by kind. */
function counted(world: World): { readonly world: World; readonly calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const watch = (store: ObjectStore): ObjectStore =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...words: unknown[]) => {
          calls.set(`${String(name)}`, (calls.get(`${String(name)}`) ?? 0) + 1);
          return member.apply(target, words);
        };
      },
    });
  return { world: { ...world, inbox: watch(world.inbox), out: watch(world.out) }, calls };
}

const LINES = Array.from(
  { length: 40 },
  (_, at) => `${JSON.stringify({ game: 'delete-nim', text: `1\n2\n${at + 1} 2\n` })}\n`,
).join('');

function all(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, each) => sum + each, 0);
}

test.each([
  ['in one chunk', 60],
  ['in several chunks', 1e-6],
])(
  'a calm job %s asks storage for at most 8 things a chunk and 26 a job',
  async (_, chunkSeconds) => {
    const { world, calls } = counted(newWorld());
    await upload(world, 'inbox/calm.jsonl', LINES);
    calls.clear();
    const job = await announce(world, 'inbox/calm.jsonl', { ...ON_THE_SPOT, chunkSeconds });
    const asked = all(calls);
    expect((await doneOf(world, job)).counts.solved).toBe(40);
    const chunks = (await readPlan(world.out, job))?.pieces.length ?? 0;
    expect(chunks > 1).toBe(chunkSeconds < 1);
    expect(asked).toBeLessThanOrEqual(CALLS_A_CHUNK * chunks + CALLS_A_JOB);
  },
);

test('an upload that is announced again asks for five things', async () => {
  const { world, calls } = counted(newWorld());
  await upload(world, 'inbox/calm.jsonl', LINES);
  const job = await announce(world, 'inbox/calm.jsonl');
  calls.clear();
  expect(await announce(world, 'inbox/calm.jsonl')).toBe(job);
  expect(all(calls)).toBe(5);
});
