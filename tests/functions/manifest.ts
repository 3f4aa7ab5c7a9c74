import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gameOfPath } from '../../core/games/of-path.ts';
import { sha256 } from '../../io/hash.ts';
import { INBOX, inboxPath } from '../../io/keys.ts';
import { DEFAULT_OPTIONS, jobId } from '../../io/uploads.ts';
import type { FunctionName, Stack } from './stack.ts';

const events = new URL('../../events/', import.meta.url);
const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** One sample event, as `events/manifest.json` describes it. */
export interface Sample {
  readonly function: FunctionName;
  /** Below `events/`. */
  readonly file: string;
  readonly kind: 'valid' | 'invalid';
  readonly title: string;
  /** The page of AWS that the shape of the event is from. */
  readonly documentation: string;
  /** Settings of the functions that are not the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Uploads beside the examples: key, example. */
  readonly uploads?: Readonly<Record<string, string>>;
  /** Samples that come first. */
  readonly before?: readonly string[];
  /** The upload whose job the event names, in the bucket `nimbus-in` without versions. */
  readonly of?: string;
  readonly expect: {
    readonly result?: unknown;
    readonly metrics?: Readonly<Record<string, number>>;
    readonly error?: string;
    /** A piece of the error's message. */
    readonly message?: string;
  };
}

export const samples = JSON.parse(
  readFileSync(new URL('manifest.json', events), 'utf8'),
) as readonly Sample[];

/** Paths of all sample events. */
export const sampleFiles: readonly string[] = filesIn(fileURLToPath(events)).filter(
  (path) => path !== 'manifest.json',
);

/** Paths of the example uploads. */
export const exampleFiles: readonly string[] = filesIn(examples).filter((path) =>
  /\.(in|jsonl)$/.test(path),
);

export function example(path: string): Buffer {
  return readFileSync(examples + path);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(folder + path).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Uploads all examples, as `npm start` does. */
export async function uploadExamples({ world }: Stack, more: Sample['uploads'] = {}) {
  const all = exampleFiles.map((path) => [INBOX + path, path] as const);
  for (const [key, path] of [...all, ...Object.entries(more)]) {
    await world.inbox.put(key, example(path));
  }
}

/** A sample as it would be if S3 gave folders' names to buckets, and SHA-256 as entity tags. */
export function sampleFor({ bucket, results }: Stack, { file, of }: Sample): unknown {
  let text = readFileSync(new URL(file, events), 'utf8')
    .replaceAll(/nimbus-in\b/g, bucket)
    .replaceAll(/nimbus-out\b/g, results);
  for (const path of exampleFiles) text = text.replaceAll(md5(path), sha256(example(path)));
  if (of !== undefined) {
    text = text.replaceAll(jobOf('nimbus-in', of, md5), jobOf(bucket, of, hashOf));
  }
  return JSON.parse(text);
}

const md5 = (path: string) => createHash('md5').update(example(path)).digest('hex');
const hashOf = (path: string) => sha256(example(path));

/** The job of an example that was uploaded as it stands. */
export function jobOf(bucket: string, key: string, etagOf: (path: string) => string): string {
  const path = inboxPath(key);
  const game = gameOfPath(path)?.game ?? null;
  return jobId({ bucket, key, version: null, etag: etagOf(path) }, game, DEFAULT_OPTIONS);
}

/** Whether an event names the job that its sample says. */
export function namesItsJob({ file, of }: Sample): boolean {
  const text = readFileSync(new URL(file, events), 'utf8');
  return of === undefined || text.includes(jobOf('nimbus-in', of, md5));
}
