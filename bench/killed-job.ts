// A job in rounds, the complete graph of N vertices, solved by `nimbus dev`: once undisturbed, then killed
// with SIGKILL at twenty random moments and started again, several times with other moments.
//   npm run bench -- killed-job [TIMES [N [CHUNK_SECONDS]]]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../core/random/random.ts';
import { sha256 } from '../io/hash.ts';
import { jobKeys } from '../io/keys.ts';
import {
  type DevProcess,
  solvedChunks,
  startDevProcess,
  whenDone,
  whenFinished,
} from '../tests/end-to-end/dev-process.ts';
import { completeDag } from './published.ts';

const KILLS = 20;
const times = Number(process.argv[2] ?? 1);
const vertices = Number(process.argv[3] ?? 24);
const FLAGS = ['--spot-seconds', '0', '--chunk-seconds', process.argv[4] ?? '0.01'];

const reference = await solve([]);
console.log(
  `undisturbed: ${reference.chunks} chunks, ${(reference.milliseconds / 1000).toFixed(1)} s, answer ${reference.answer.trim()}`,
);
for (let time = 1; time <= times; time++) {
  const random = new Random(time);
  const moments = Array.from({ length: KILLS }, () => random.between(1, reference.chunks - 1));
  const killed = await solve(moments.sort((a, b) => a - b));
  const same = killed.hashes === reference.hashes ? 'the same bytes' : 'OTHER BYTES';
  console.log(
    `killed ${KILLS} times after ${moments.join(', ')} chunks: ${same}, ` +
      `${killed.again} finished chunks computed again, ${(killed.milliseconds / 1000).toFixed(1)} s = ` +
      `${(killed.milliseconds / reference.milliseconds).toFixed(2)} of the undisturbed time`,
  );
  if (killed.hashes !== reference.hashes || killed.again > 0) process.exitCode = 1;
}

/** Solves the job with kills after so many finished chunks. */
async function solve(moments: readonly number[]) {
  const data = mkdtempSync(join(tmpdir(), 'nimbus-killed-'));
  const start = performance.now();
  let dev = await startDevProcess(data, ...FLAGS);
  await dev.buckets.inbox.put('inbox/dag-subgraph-count/big.in', completeDag(vertices, 0));
  for (const moment of moments) {
    await whenFinished(dev.buckets, moment);
    await dev.kill();
    dev = await startDevProcess(data, ...FLAGS);
  }
  const [job = ''] = await whenDone(dev.buckets, 1);
  const milliseconds = performance.now() - start;
  const { hashes, answer } = await contentOf(dev, job);
  await dev.stop();
  const solved = solvedChunks(data);
  const chunks = new Set(solved).size;
  rmSync(data, { recursive: true });
  return { milliseconds, hashes, answer, chunks, again: solved.length - chunks };
}

/** Hash over all states and partial results of all rounds, and over the answer. */
async function contentOf({ buckets: { out } }: DevProcess, job: string) {
  const keys = jobKeys(job);
  const hashes: string[] = [];
  for (const prefix of [`${keys.root}rounds/`, keys.answers]) {
    for await (const { key, etag } of out.list(prefix)) hashes.push(`${key} ${etag}`);
  }
  const object = await out.get(keys.answer('dag-subgraph-count/big.out'));
  return { hashes: sha256(hashes.join('\n')), answer: new TextDecoder().decode(object?.body) };
}
