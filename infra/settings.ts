import type { FunctionName } from './names.ts';

export interface Size {
  /** MiB; Lambda gives one whole CPU at 1,769. */
  readonly memory: number;
  readonly seconds: number;
  /** Runs at a time that the account keeps for the function and that it never exceeds. */
  readonly reserved?: number;
}

/** `chunk` is missing here: what it reserves is the state machine's MaxConcurrency. */
const RESERVED = { ingest: 100, schedule: 10, sweep: 1 } as const;

/** An account has 1,000 concurrent runs by default, 100 of which cannot be reserved. */
export const MOST_RESERVED = 900;

/** @param chunks how many chunks run at a time, from the state machine */
export function sizes(chunks: number): Readonly<Record<FunctionName, Size>> {
  return {
    ingest: { memory: 1769, seconds: 300, reserved: RESERVED.ingest },
    plan: { memory: 3008, seconds: 900 },
    chunk: { memory: 1769, seconds: 900, reserved: chunks },
    merge: { memory: 3008, seconds: 900 },
    // Writes the results of what was done before the failure, as merge does.
    fail: { memory: 3008, seconds: 900 },
    schedule: { memory: 512, seconds: 900, reserved: RESERVED.schedule },
    sweep: { memory: 512, seconds: 300, reserved: RESERVED.sweep },
  };
}

/** Messages that one run of ingest takes at most. */
export const BATCH = 10;

/** Seconds. Work estimated below it is solved by ingest: a whole batch of it fits into one run. */
export const SPOT_SECONDS = 20;

/** Seconds. Short enough to lose little, long enough that starting a chunk costs nothing beside it. */
export const CHUNK_SECONDS = 180;

/** Lambda's own advice for a queue that feeds a function. */
export const VISIBILITY_PER_TIMEOUT = 6;
export const MOST_RECEIVES = 5;

export const SWEEP_MINUTES = 5;

/** Days. */
export const KEEP = { scratch: 30, oldUploads: 90, accessLogs: 90, deadLetters: 14 } as const;
