import { once } from 'node:events';
import { existsSync, mkdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Check, CheckError, check } from './check.ts';
import type { Context } from './context.ts';
import { EXIT } from './failures.ts';
import type { DoctorFlags } from './job-flags.ts';
import type { StoreAddress } from './store/address.ts';
import { checkBuckets } from './store/check-buckets.ts';
import { setEnvironment, storeOf } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus doctor`: looks at everything that the verbs need; exit code 4 where something is missing. */
export default async function doctor(this: Context, flags: DoctorFlags): Promise<void> {
  const store = storeOf(flags);
  if (store.kind === 's3') setEnvironment(store.out, flags);
  const checks = [
    ...(await checkMachine()),
    ...(store.kind === 'folder' ? await checkFolder(store) : await checkBuckets(store)),
  ];
  if (flags.json) writeOut(`${JSON.stringify({ v: 1, checks })}\n`);
  else writeOut(checks.map(line).join(''));
  const problems = checks.filter(({ ok }) => !ok).length;
  if (!flags.quiet && problems === 0) writeError('everything is in order\n');
  this.process.exitCode = problems === 0 ? EXIT.ok : EXIT.storage;
}

function line({ name, ok, found, todo }: Check): string {
  const then = todo === null ? '' : `\n         ${' '.repeat(14)}→ ${todo}`;
  return `${ok ? 'ok     ' : 'problem'}  ${name.padEnd(13)} ${found}${then}\n`;
}

const OLDEST_NODE = 24;
/** Packages of which each stands for a part of the command. */
const PACKAGES = ['@stricli/core', 'piscina', 'p-map', 'croner', '@aws-sdk/client-s3', 'fauxqs'];

async function checkMachine(): Promise<Check[]> {
  return [
    await check('node', `install Node ${OLDEST_NODE} or newer`, () => {
      const { node } = process.versions;
      if (Number.parseInt(node, 10) >= OLDEST_NODE) return node;
      throw new CheckError(`${node}, allowed ${OLDEST_NODE} or newer`);
    }),
    await check('dependencies', 'run npm ci', () => {
      for (const name of PACKAGES) import.meta.resolve(name);
      return 'installed';
    }),
    await check('machine', '', () => {
      return `${availableParallelism()} cores, ${(totalmem() / 1e9).toFixed(1)} GB of memory`;
    }),
    await check('free port', 'allow this user to listen on 127.0.0.1', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      return 'on 127.0.0.1';
    }),
  ];
}

/** Bytes; a stack keeps uploads, parts and results. */
const LEAST_SPACE = 1e9;

async function checkFolder({
  data,
}: Extract<StoreAddress, { kind: 'folder' }>): Promise<readonly Check[]> {
  const folder = nearestFolder(data);
  const { runningOn } = await import('../local/data-folder.ts');
  return [
    await check('disk space', `free some, or name another folder with --store`, () => {
      const { bavail, bsize } = statfsSync(folder);
      const free = bavail * bsize;
      const found = `${(free / 1e9).toFixed(1)} GB free for ${data}`;
      if (free >= LEAST_SPACE) return found;
      throw new CheckError(`${found}, allowed 1 GB or more`);
    }),
    await check('data folder', 'make it writable, or name another one with --store', () => {
      tryToWrite(folder);
      return `${data} can be written`;
    }),
    await check('nimbus dev', '', () => {
      const running = runningOn(data);
      return running === null ? 'not running' : `running at ${running.endpoints.url}`;
    }),
  ];
}

/** The folder itself, or the one that it would be made in. */
function nearestFolder(data: string): string {
  let folder = resolve(data);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function tryToWrite(folder: string): void {
  const probe = join(folder, `.nimbus-doctor-${process.pid}`);
  mkdirSync(probe);
  try {
    const file = join(probe, 'probe');
    writeFileSync(file, 'probe');
    rmSync(file);
  } finally {
    rmdirSync(probe);
  }
}
