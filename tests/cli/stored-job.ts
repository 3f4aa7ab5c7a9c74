import { ingestStep } from '../../functions/job/ingest-step.ts';
import { type Packed, packLines } from '../../io/pack.ts';
import { IN_BUCKET } from '../../local/buckets.ts';
import { openStorage } from '../../local/storage.ts';
import { ON_THE_SPOT } from '../functions/jobs.ts';

const none = { start: () => Promise.reject(new TypeError('no state machine here')) };

/** Uploads into the data folder of a local stack, and solves it on the spot; gives the job. */
export async function storedJob(
  data: string,
  key: string,
  body: string | Uint8Array,
): Promise<string> {
  const { buckets, close } = await openStorage(data);
  try {
    await buckets.inbox.put(key, body);
    const world = { ...buckets, now: () => performance.now(), expired: () => false };
    const upload = { bucket: IN_BUCKET, key, version: null };
    const ingested = await ingestStep(world, none, upload, ON_THE_SPOT);
    return 'job' in ingested ? ingested.job : ingested.kind;
  } finally {
    await close();
  }
}

/** A pack of sound instances whose answers have these paths; the answer is the same in all of them. */
export function packWith(answers: readonly string[]): string {
  const packed = answers.map((answer, at): Packed => {
    const bytes = Buffer.from('1\n2\n1 2\n');
    const named = { file: `${at}.in`, line: null, id: null, game: 'delete-nim' };
    return { ...named, answer, expect: null, asked: null, bytes, warnings: [], problem: null };
  });
  return [...packLines(packed)].join('');
}

/** What each of them answers. */
export const ANSWER = 'YES\n';
