import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CarefulWorld } from '../../../functions/careful/attempt.ts';
import { carefulStep } from '../../../functions/careful/careful-step.ts';
import { chunkStep } from '../../../functions/job/chunk-step.ts';
import { ingestStep } from '../../../functions/job/ingest-step.ts';
import { mergeStep } from '../../../functions/job/merge-step.ts';
import { type Next, planStep } from '../../../functions/job/plan-step.ts';
import type { Row } from '../../../io/results/row.ts';
import { newFolder } from '../../tools/temporary-folder.ts';
import { newWorld, ON_THE_SPOT, rowsOf, upload } from '../jobs.ts';
import { DEEDS, type Deed, SICK } from './deeds.ts';

/** The pair of heaps of an instance: healthy, or sick in one way. */
export type Heaps = readonly [number, number];

export const sick = (deed: Deed): Heaps => [SICK, DEEDS[deed]];

/** Sixteen instances, of which those at the given places are sick. */
export function sixteen(deeds: Readonly<Record<number, Deed>>): Heaps[] {
  return Array.from({ length: 16 }, (_, at) => {
    const deed = deeds[at];
    return deed === undefined ? [at + 1, 2 * at + 3] : sick(deed);
  });
}

export function lines(instances: readonly Heaps[]): string {
  return instances.map((heaps) => lineOfCases([heaps])).join('');
}

/** An instance of several cases. */
export function lineOfCases(cases: readonly Heaps[]): string {
  const text = `${cases.length}\n${cases.map((heaps) => `2\n${heaps.join(' ')}\n`).join('')}`;
  return `${JSON.stringify({ game: 'delete-nim', text })}\n`;
}

export interface Lost {
  readonly unit: number;
  readonly rule: string;
}

export interface SickWorld extends CarefulWorld {
  readonly lostUnits: readonly Lost[];
}

/** Empty buckets, and a function of a quarter of a gigabyte whose processes solve what is sick as planted. */
export function sickWorld(options: Partial<CarefulWorld> = {}): SickWorld {
  const world = newWorld();
  const lostUnits: Lost[] = [];
  return {
    ...world,
    remaining: () => 1e9,
    megabytes: 256,
    stores: { inbox: world.inbox.address, out: world.out.address },
    lost: (unit, { rule }) => void lostUnits.push({ unit, rule }),
    module: new URL(process.env['SICK_SOLVER'] ?? './solver.ts', import.meta.url),
    caseMilliseconds: 60_000,
    lostUnits,
    ...options,
  };
}

/** A job that is uploaded and planned; the aimed length of its chunks is in seconds. */
export async function plannedJob(
  world: SickWorld,
  key: string,
  text: string,
  chunkSeconds = 60,
): Promise<string> {
  await upload(world, key, text);
  const started: string[] = [];
  const machine = { start: async (job: string) => void started.push(job) };
  const settings = { ...ON_THE_SPOT, spotSeconds: 0, chunkSeconds };
  await ingestStep(world, machine, { bucket: 'in', key, version: null }, settings);
  const [job = ''] = started;
  await planStep(world, { job });
  return job;
}

/** What the state machine does, with this for a chunk that is tried without care. */
export async function runJob(
  world: SickWorld,
  job: string,
  careless: (event: Parameters<typeof chunkStep>[1]) => Promise<unknown> = (event) =>
    chunkStep(world, event),
): Promise<number[]> {
  const stuck: number[] = [];
  let next: Next = await planStep(world, { job });
  while (next.next === 'round') {
    const { round } = next;
    stuck.push(next.stuck);
    for (const chunk of next.chunks) {
      const event = { job, round, chunk };
      if (next.stuck > 0) await carefulStep(world, event);
      else await careless(event).catch(() => undefined);
    }
    next = await planStep(world, { job, plan: next });
  }
  await mergeStep(world, { job });
  return stuck;
}

/** One word a row: its answer, or the rule of its error. */
export async function shortRows(world: SickWorld, job: string): Promise<(string | null)[]> {
  const rows = (await rowsOf(world, job)) as Omit<Row, 'ms_parse' | 'ms_solve' | 'peak_mb'>[];
  return rows.map(({ answer, error }) => error?.rule ?? answer);
}

/**
 * An attempt with care in a process of its own, which is killed while it solves the endless instance of
 * that second heap. Gives the id of the process that was solving it.
 */
export async function killedAttempt(
  world: SickWorld,
  job: string,
  endless: number,
): Promise<number> {
  const processes = join(newFolder('sick'), 'processes');
  const script = process.env['SICK_ATTEMPT'] ?? '';
  const { inbox, out } = world.stores;
  const env = { ...process.env, NODE_NO_WARNINGS: '1', SICK_PROCESSES: processes };
  const attempt = spawn(process.execPath, [script, inbox, out, job], {
    env: { ...env, SICK_ENDLESS: `${endless}` },
    stdio: 'ignore',
  });
  const ended = once(attempt, 'exit');
  const solver = await written(processes, () => attempt.exitCode === null);
  attempt.kill('SIGKILL');
  await ended;
  return solver;
}

async function written(path: string, isRunning: () => boolean): Promise<number> {
  while (isRunning()) {
    try {
      const text = readFileSync(path, 'utf8');
      if (text.endsWith('\n')) return Number(text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new TypeError('the attempt ended before it came to the endless instance');
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
