import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Buckets } from '../../functions/job/manifest.ts';
import { FINISHED, JOBS, roundPartOf } from '../../io/keys.ts';
import { localBuckets, localClient } from '../../local/buckets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A running `nimbus dev`. */
export interface DevProcess {
  readonly url: string;
  readonly pid: number;
  readonly buckets: Buckets;
  /** Ends it at once, without a word. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C does; gives the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `nimbus dev` on a data folder and waits until it is ready. */
export async function startDevProcess(data: string, ...flags: string[]): Promise<DevProcess> {
  const words = ['cli/nimbus.mjs', 'dev', '--json', '--data', data, ...flags];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const { url } = JSON.parse(await firstLine(child)) as { url: string };
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
  return {
    url,
    pid: child.pid ?? 0,
    buckets: localBuckets(localClient(url)),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGINT'),
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let said = '';
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += chunk;
  });
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    if (said.includes('\n')) return said;
  }
  throw new TypeError(`nimbus dev ended before it was ready: ${complaint}`);
}

/** Waits until so many jobs are done; gives their ids in order. */
export async function whenDone({ out }: Buckets, count: number): Promise<string[]> {
  for (;;) {
    const jobs: string[] = [];
    for await (const { key } of out.list(FINISHED)) jobs.push(key.slice(FINISHED.length));
    if (jobs.length >= count) return jobs.sort();
    await sleep(50);
  }
}

/** Waits until so many parts of rounds are finished, and takes little of what solves them meanwhile. */
export async function whenFinished({ out }: Buckets, count: number): Promise<void> {
  for (;;) {
    let parts = 0;
    for await (const { key } of out.list(JOBS)) if (roundPartOf(key) !== null) parts++;
    if (parts >= count) return;
    await sleep(20);
  }
}

/** Round and number of each chunk that was computed, as often as it was, by the logs of the functions. */
export function solvedChunks(data: string): string[] {
  const folder = join(data, 'logs');
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n'),
  );
  return lines
    .filter((line) => line.includes('"outcome":"solved"'))
    .map((line) => JSON.parse(line) as { round: number; chunk: number })
    .map(({ round, chunk }) => `${round}/${chunk}`);
}

/** A graph with an edge from each vertex to each later one, as a file of dag-subgraph-count. */
export function completeGraph(vertices: number): string {
  const edges: string[] = [];
  for (let tail = 1; tail <= vertices; tail++) {
    for (let head = tail + 1; head <= vertices; head++) edges.push(`${tail} ${head}\n`);
  }
  return `${vertices} ${edges.length}\n${edges.join('')}`;
}
