import { aimOf, chunksFor, SPOT_BYTES } from '../../functions/job/chunk-size.ts';
import type { RoundSize } from '../../functions/job/manifest.ts';
import { CHUNK_SECONDS, SPOT_SECONDS, sizes } from '../../infra/settings.ts';
import type { Prices } from './prices.ts';

/** A function that starts for the first time; assumed, the code itself is there in 0.1 s. */
export const COLD_START_SECONDS = 0.5;
/** A plan before each round and one before the merge; assumed. */
export const PLAN_SECONDS = 1;
/** A Lambda environment has 625 Mbit/s by its quota page. */
export const BYTES_PER_SECOND = 78e6;

/** A child of a round is an execution by itself: its start and its one state. */
const TRANSITIONS_PER_CHUNK = 2;
/** Plan, choice and map. */
const TRANSITIONS_PER_ROUND = 3;
/** Plan, choice, merge and end, after the last round. */
const TRANSITIONS_PER_JOB = 4;
/** Counted in a calm job. */
const CALLS_PER_CHUNK = { put: 2, get: 6 } as const;
const CALLS_PER_JOB = { put: 14, get: 13 } as const;

const MEBIBYTES_PER_GIGABYTE = 1024;

/** What an instance takes on the machine where the games were measured. */
export interface CloudWork {
  readonly milliseconds: number;
  /** Of its text. */
  readonly size: number;
  /** What chunks read beside it: those of its rounds if none of them has any of it, or ranges. */
  readonly reads: Reads;
  /** Of a case that a job solves in rounds; null for others. */
  readonly rounds: readonly RoundSize[] | null;
  /** Of a long file: into how many ranges a job cuts it; null for others. */
  readonly ranges: number | null;
}

export interface Reads {
  readonly bytes: number;
  readonly requests: number;
}

export const NO_READS: Reads = { bytes: 0, requests: 0 };

/** What a job comes to on AWS. */
export interface CloudForecast {
  readonly chunks: number;
  readonly rounds: number;
  readonly invocations: number;
  readonly gb_seconds: number;
  readonly price: number;
  readonly currency: string;
}

/** Milliseconds of a chunk of a job with so much to do, as it is deployed. */
export function deployedAim(milliseconds: number): number {
  return aimOf({ chunkSeconds: CHUNK_SECONDS }, milliseconds);
}

/** All instances as one job: on the spot where it is small, else by the state machine. */
export function cloudForecast(works: readonly CloudWork[], prices: Prices): CloudForecast {
  const milliseconds = works.reduce((sum, work) => sum + work.milliseconds, 0);
  const size = works.reduce((sum, work) => sum + work.size, 0);
  const isSmall = milliseconds <= SPOT_SECONDS * 1000 && size <= SPOT_BYTES;
  return isSmall ? onTheSpot(milliseconds, prices) : byMachine(works, milliseconds, prices);
}

function onTheSpot(milliseconds: number, prices: Prices): CloudForecast {
  const seconds = { ingest: COLD_START_SECONDS + milliseconds / 1000 };
  const gigabyteSeconds = gigabyteSecondsOf(seconds);
  const bill = { gigabyteSeconds, invocations: 1, transitions: 0, chunks: 1, requests: 0 };
  return { chunks: 1, rounds: 1, ...told(bill, prices) };
}

function byMachine(
  works: readonly CloudWork[],
  milliseconds: number,
  prices: Prices,
): CloudForecast {
  const { chunks, rounds } = sizeOf(works, milliseconds);
  const bytes = works.reduce((sum, { reads }) => sum + reads.bytes, 0);
  const requests = works.reduce((sum, { reads }) => sum + reads.requests, 0);
  // Of what is planned by ranges nobody else reads the whole, for its hash.
  const hashed = works.reduce((sum, { ranges, size }) => sum + (ranges === null ? 0 : size), 0);
  const gigabyteSeconds = gigabyteSecondsOf({
    ingest: COLD_START_SECONDS,
    plan: (rounds + 1) * PLAN_SECONDS,
    chunk: chunks * COLD_START_SECONDS + milliseconds / 1000 + bytes / BYTES_PER_SECOND,
    merge: COLD_START_SECONDS + PLAN_SECONDS + hashed / BYTES_PER_SECOND,
  });
  const invocations = 1 + (rounds + 1) + chunks + 1;
  const transitions =
    rounds * TRANSITIONS_PER_ROUND + chunks * TRANSITIONS_PER_CHUNK + TRANSITIONS_PER_JOB;
  const bill = { gigabyteSeconds, invocations, transitions, chunks, requests };
  return { chunks, rounds, ...told(bill, prices) };
}

/**
 * Whole instances share chunks in the first round, in which are also the ranges of long files; the rounds
 * of the others run side by side.
 */
function sizeOf(works: readonly CloudWork[], milliseconds: number) {
  const whole = works.filter(({ rounds, ranges }) => rounds === null && ranges === null);
  const ofWhole = whole.reduce((sum, work) => sum + work.milliseconds, 0);
  const bytes = whole.reduce((sum, work) => sum + work.size, 0);
  let chunks = chunksFor(ofWhole, bytes, deployedAim(milliseconds));
  let most = 1;
  for (const { rounds, ranges } of works) {
    chunks += ranges ?? 0;
    for (const { parts } of rounds ?? []) chunks += parts;
    most = Math.max(most, rounds?.length ?? 1);
  }
  return { chunks: Math.max(1, chunks), rounds: most };
}

type FunctionSeconds = Partial<Record<'ingest' | 'plan' | 'chunk' | 'merge', number>>;

function gigabyteSecondsOf(seconds: FunctionSeconds): number {
  const deployed = sizes(1);
  return (['ingest', 'plan', 'chunk', 'merge'] as const).reduce(
    (sum, name) => sum + ((seconds[name] ?? 0) * deployed[name].memory) / MEBIBYTES_PER_GIGABYTE,
    0,
  );
}

interface Bill {
  readonly gigabyteSeconds: number;
  readonly invocations: number;
  readonly transitions: number;
  readonly chunks: number;
  /** Beside those of each chunk. */
  readonly requests: number;
}

function told(bill: Bill, prices: Prices) {
  const { gigabyteSeconds, invocations, transitions, chunks, requests } = bill;
  const puts = chunks * CALLS_PER_CHUNK.put + CALLS_PER_JOB.put;
  const gets = chunks * CALLS_PER_CHUNK.get + CALLS_PER_JOB.get + requests;
  const price =
    gigabyteSeconds * prices.gb_second +
    invocations * prices.invocation +
    transitions * prices.transition +
    puts * prices.put +
    gets * prices.get;
  return { invocations, gb_seconds: gigabyteSeconds, price, currency: prices.currency };
}
