import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CloudForecast } from '../../cli/forecast/cloud.ts';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import { planStep } from '../../functions/job/plan-step.ts';
import { CHUNK_SECONDS, SPOT_SECONDS } from '../../infra/settings.ts';
import { newWorld } from '../functions/jobs.ts';
import { folderWith, newFolder, nimbus } from './command.ts';

const MIB = 1024 * 1024;

/** So many copies of a text that they are as long as that. */
function filled(text: string, size: number): { readonly count: number; readonly text: string } {
  const count = Math.ceil(size / text.length);
  return { count, text: text.repeat(count) };
}

/** Files that are cut for their bytes, for their many cases, and for their work; and one that is not cut. */
const FILES = {
  'colored-token-split': () => {
    const tokens = filled('1\n2\n', 40 * MIB);
    return `2 1\n1 2 0\n${2 * tokens.count}\n${tokens.text}`;
  },
  'delete-nim': () => {
    const cases = filled('2\n3 4\n', 33 * MIB);
    return `${cases.count}\n${cases.text}`;
  },
  'corner-geography': () => `${filled('7\n', 33 * MIB).text}0\n`,
  'two-tokens-on-dag': () => {
    const edges = Array.from({ length: 60_000 }, (_, at) => `1 ${at + 2}\n`).join('');
    return filled(`60001 60000\n${edges}${'1 '.repeat(60_001).trimEnd()}\n`, 34 * MIB).text;
  },
  'coin-progressions': () => '1\n3\n1 1 1\n',
} as const;

/** What the job of a file is cut into, as it is deployed. */
async function chunksOfJob(game: string, text: string): Promise<number> {
  const world = newWorld();
  const key = `inbox/${game}/a.in`;
  await world.inbox.put(key, text);
  const started: string[] = [];
  const machine = { start: async (job: string) => void started.push(job) };
  const settings = { machine: null, chunkSeconds: CHUNK_SECONDS, spotSeconds: SPOT_SECONDS };
  await ingestStep(world, machine, { bucket: 'in', key, version: null }, settings);
  const [job] = started;
  if (job === undefined) return 1;
  const next = await planStep(world, { job });
  return next.next === 'round' ? next.chunks.length : 0;
}

function forecastOf(words: readonly string[], cwd: string) {
  const { code, stdout, stderr } = nimbus(['plan', ...words, '--json'], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  const { instances, total } = JSON.parse(stdout) as {
    instances: { cases: number; reason: string }[];
    total: { cloud: CloudForecast };
  };
  return { instances, cloud: total.cloud };
}

test.each(Object.entries(FILES))(
  'the forecast of a file of %s has the chunks of its job',
  async (game, make) => {
    const text = make();
    const cwd = folderWith({ [`${game}/a.in`]: text });
    const { cloud } = forecastOf([`${game}/a.in`], cwd);
    const chunks = await chunksOfJob(game, text);
    expect(cloud.chunks).toBe(chunks);
    // ingest, a plan before the round and one before the merge, the chunks, merge.
    expect(cloud.invocations).toBe(chunks === 1 ? 1 : 1 + 2 + chunks + 1);
  },
);

test('a file that fits into no memory is planned by its first cases', () => {
  const cwd = newFolder('plan-long');
  const cases = 10_000_000;
  writeFileSync(join(cwd, 'delete-nim.in'), `${cases}\n${filled('2\n3 4\n', MIB).text}`);
  truncateSync(join(cwd, 'delete-nim.in'), 5 * 1024 * MIB);
  const { instances, cloud } = forecastOf(['delete-nim.in'], cwd);
  expect(instances).toMatchObject([{ cases, reason: 'new' }]);
  expect(cloud.chunks).toBeGreaterThanOrEqual(5 * 128);
});

test('one that cannot be cut is as much too large as for a job', () => {
  const cwd = newFolder('plan-long');
  writeFileSync(join(cwd, 'delete-nim.in'), `1\n${filled('2\n3 4\n', MIB).text}`);
  truncateSync(join(cwd, 'delete-nim.in'), 5 * 1024 * MIB);
  const { instances } = forecastOf(['delete-nim.in'], cwd);
  expect(instances).toMatchObject([{ errors: 1, reason: 'too-large' }]);
});

test('a long file that a run has answered is known by its content', () => {
  const cwd = folderWith({ 'in/colored-token-split.in': FILES['colored-token-split']() });
  expect(nimbus(['run', 'in', '-o', 'out', '-q'], { cwd }).code).toBe(0);
  const { instances } = forecastOf(['in', '-o', 'out'], cwd);
  expect(instances).toMatchObject([{ reason: 'cached' }]);
});
