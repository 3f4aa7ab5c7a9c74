import { gunzipSync, gzipSync } from 'node:zlib';
import type { CaseResults } from '../../core/pipeline/manifest.ts';
import { echo } from '../../core/text/echo.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { sha256 } from '../../io/hash.ts';
import { jobKeys, type Range } from '../../io/keys.ts';
import { isInfrastructure } from '../../io/results/infrastructure.ts';
import { type Delivery, type Named, round } from '../../io/results/row.ts';
import { type ObjectStore, StorageError } from '../../io/stores/object-store.ts';
import { DeterminismError } from './errors.ts';
import type { StoredRange } from './range-part.ts';

/** What is known of an instance beside its cases; of a file, the plan knows it. */
export interface Frame {
  readonly named: Named;
  readonly sha256In: string;
  readonly key: string;
  readonly game: string | null;
  readonly answer: string | null;
  readonly warnings: readonly Warning[];
  readonly remark: Delivery['remark'];
}

/** What a part says of one instance, or of a run of the cases of a file. */
export interface Solved {
  /** Of the instance among all of the job. */
  readonly index: number;
  readonly frame: Frame | null;
  /** Why the instance has no case at all. */
  readonly problem: Finding | null;
  /** Of its cases, the first of which has the index `first` in its file. */
  readonly first: number;
  readonly results: CaseResults;
  /** Of a range of a long file, whose cases count from its own first one; absent where nobody could solve it. */
  readonly range?: StoredRange;
  readonly millisecondsParse: number;
  readonly peakMegabytes: number;
}

/** A line of a part: what is the same whenever it is solved, and beside it what is not. */
interface Line extends Omit<Solved, 'results' | 'millisecondsParse' | 'peakMegabytes'> {
  readonly answers: readonly (string | null)[];
  readonly errors: readonly (readonly [number, Finding])[];
  readonly caveats: readonly (readonly [number, Warning])[];
  readonly steps: readonly number[];
  readonly times?: {
    readonly parse: number;
    readonly peak: number;
    readonly ms: readonly number[];
  };
}

/**
 * Writes a part for the first time, or holds it to the one that is there: chunks are handed out more
 * than once, and whatever is computed twice has to be the same. Throws DeterminismError where it is not,
 * and keeps the second one as well. Where either has errors of the infrastructure, the first one stands.
 */
export async function writePart(
  out: ObjectStore,
  job: string,
  range: Range,
  solved: readonly Solved[],
): Promise<void> {
  const lines = solved.map(lineOf);
  const digest = sha256(lines.map(sameOf).join('\n'));
  const body = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 4 });
  const infrastructure = solved.some(hasInfrastructureError);
  const key = jobKeys(job).part(range);
  await writeSettled(out, key, body, { digest, infrastructure, scratch: true });
}

/** What has to be the same of a line: not the times, nor the key, which names the version of nimbus. */
function sameOf({ times: _times, frame, ...same }: Line): string {
  return JSON.stringify({ ...same, frame: frame === null ? null : { ...frame, key: undefined } });
}

export interface SettledOptions {
  /** Hash of what has to be the same; by default of the body. */
  readonly digest?: string;
  /** Whether it tells of errors of the infrastructure, so that another run may rightly say otherwise. */
  readonly infrastructure?: boolean;
  readonly scratch?: boolean;
}

/** A write-once object whose digest says whether two of them mean the same. */
export async function writeSettled(
  out: ObjectStore,
  key: string,
  body: Uint8Array,
  { digest = sha256(body), infrastructure = false, scratch = false }: SettledOptions = {},
): Promise<void> {
  const metadata = { digest, ...(infrastructure && { infrastructure: 'true' }) };
  const put = await out.put(key, body, { once: true, metadata, scratch });
  if (put === 'written') return;
  const found = (await out.head(key))?.metadata;
  const there = found?.['digest'];
  if (there === digest || infrastructure || found?.['infrastructure'] === 'true') return;
  await out.put(`${key}.differs`, body, { once: true, metadata: { digest } });
  throw new DeterminismError(
    `${out.address}/${echo(key)}: determinism: found a result with the digest ${there}, allowed ${digest}; ` +
      `both are kept, the second one with .differs after its name`,
  );
}

/** What writeSettled wrote, and only that. Throws where there is none. */
export async function readSettled(out: ObjectStore, key: string): Promise<Uint8Array> {
  const object = await out.get(key);
  if (object === null) throw new TypeError(`${out.address}/${echo(key)}: found no such object`);
  const { digest } = object.metadata;
  const found = sha256(object.body);
  if (digest === found) return object.body;
  throw new StorageError(
    'storage/short-read',
    `${out.address}/${echo(key)}: found the digest ${found}, allowed ${digest}, with which it was written`,
  );
}

/** What a part holds. Throws where there is none. */
export async function readPart(out: ObjectStore, job: string, range: Range): Promise<Solved[]> {
  const key = jobKeys(job).part(range);
  const object = await out.get(key);
  if (object === null) throw new TypeError(`${out.address}/${echo(key)}: found no such object`);
  const text = new TextDecoder().decode(gunzipSync(object.body)).trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => solvedOf(JSON.parse(line) as Line));
}

function hasInfrastructureError({ problem, results }: Solved): boolean {
  if (problem !== null && isInfrastructure(problem)) return true;
  return [...results.errors.values()].some(isInfrastructure);
}

function lineOf({ results, millisecondsParse, peakMegabytes, ...rest }: Solved): Line {
  const { answers, errors, caveats, steps, milliseconds } = results;
  const times = { parse: millisecondsParse, peak: peakMegabytes, ms: milliseconds.map(round) };
  return { ...rest, answers, errors: [...errors], caveats: [...caveats], steps, times };
}

function solvedOf({ answers, errors, caveats, steps, times, ...rest }: Line): Solved {
  const results = {
    answers,
    errors: new Map(errors),
    caveats: new Map(caveats),
    certified: new Map(),
    steps,
    milliseconds: times?.ms ?? [],
  };
  return {
    ...rest,
    results,
    millisecondsParse: times?.parse ?? 0,
    peakMegabytes: times?.peak ?? 0,
  };
}
