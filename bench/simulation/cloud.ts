import { BYTES_PER_SECOND, COLD_START_SECONDS, PLAN_SECONDS } from '../../cli/forecast/cloud.ts';
import type { Part } from '../../core/games/dag-subgraph-count/table.ts';
import { sizes } from '../../infra/settings.ts';
import type { Stage } from './cuts.ts';
import type { StoredSlices } from './stored-slices.ts';

/** Reports of others put the start of a Distributed Map at about 7 s even for 100 items of no work. */
export const MAP_START_SECONDS = 7;
/** Standard children that one Map starts a second, by a note on the quota page of Step Functions. */
export const STARTS_PER_SECOND = 100;
/** The guidelines of S3 give 0.1 to 0.2 s to the first byte of a small object. */
export const REQUEST_SECONDS = 0.1;
/** As in `functions/job/table-state.ts`. */
const REQUESTS_AT_ONCE = 16;
const TERMS_AT_ONCE = 64;
/** One after another beside the reads of a part: is it cancelled, is it there, and the write. */
const REQUESTS_PER_PART = 3;

const { chunk, merge } = sizes(1);
/** MiB that a function needs beside the table. */
const OTHER_MEMORY = 256;

/** What was measured on this machine. */
export interface Speeds {
  readonly seconds: (part: Part) => number;
  readonly sealSeconds: number;
  readonly unsealSeconds: number;
}

/** What a job has to do. */
export interface Work {
  readonly stages: readonly Stage[];
  readonly slices: StoredSlices;
  readonly tableBytes: number;
}

export interface Outcome {
  readonly seconds: number;
  readonly gigabyteSeconds: number;
  readonly bytesRead: number;
  readonly requests: number;
  /** Of solving, in all parts. */
  readonly computeSeconds: number;
  /** Of the chunk that took longest, with its reading and writing. */
  readonly longestSeconds: number;
  readonly mergeSeconds: number;
}

/** A warm function: the slices that it read or wrote stay with it from round to round. */
interface Worker {
  readonly held: Uint8Array;
  isWarm: boolean;
  free: number;
}

/** MiB of a function that solves parts of a table: as deployed, or as much as merge has. */
export function memoryFor(tableBytes: number): number {
  return tableBytes / 2 ** 20 + OTHER_MEMORY <= chunk.memory ? chunk.memory : merge.memory;
}

/** One job on so many functions: its rounds one after another, each part to whoever is free first. */
export class Simulation {
  readonly #speeds: Speeds;
  readonly #work: Work;
  readonly #workers: readonly Worker[];
  #now = 0;
  #busy = 0;
  #bytesRead = 0;
  #requests = 0;
  #computeSeconds = 0;
  #longestSeconds = 0;

  constructor(speeds: Speeds, work: Work, workers: number) {
    this.#speeds = speeds;
    this.#work = work;
    this.#workers = Array.from({ length: workers }, () => {
      return { held: new Uint8Array(work.slices.count), isWarm: false, free: 0 };
    });
  }

  run(): Outcome {
    const { stages, tableBytes } = this.#work;
    for (const stage of stages) this.#runStage(stage);
    const merging = this.#merge();
    const planning = (stages.length + 1) * PLAN_SECONDS;
    this.#now += PLAN_SECONDS + merging;
    return {
      seconds: this.#now,
      gigabyteSeconds:
        (this.#busy * memoryFor(tableBytes) + (planning + merging) * merge.memory) / 1024,
      bytesRead: this.#bytesRead,
      requests: this.#requests,
      computeSeconds: this.#computeSeconds,
      longestSeconds: this.#longestSeconds,
      mergeSeconds: merging,
    };
  }

  #runStage(stage: Stage): void {
    const start = this.#now + PLAN_SECONDS + MAP_START_SECONDS;
    for (const worker of this.#workers) worker.free = start;
    for (const [at, part] of stage.entries()) {
      const worker = this.#workers.reduce((a, b) => (b.free < a.free ? b : a));
      const from = Math.max(worker.free, start + at / STARTS_PER_SECOND);
      const seconds = this.#runPart(part, worker);
      this.#busy += seconds;
      this.#longestSeconds = Math.max(this.#longestSeconds, seconds);
      worker.free = from + seconds;
    }
    this.#now = this.#workers.reduce((latest, { free }) => Math.max(latest, free), start);
  }

  #runPart(part: Part, worker: Worker): number {
    const { slices } = this.#work;
    const { seconds, sealSeconds } = this.#speeds;
    const read = this.#secondsOf(slices.read(part, worker.held));
    const written = slices.write(part, worker.held);
    const cold = worker.isWarm ? 0 : COLD_START_SECONDS;
    worker.isWarm = true;
    this.#computeSeconds += seconds(part);
    const writing = written * (1 / BYTES_PER_SECOND + sealSeconds);
    return cold + REQUESTS_PER_PART * REQUEST_SECONDS + read + seconds(part) + writing;
  }

  #secondsOf({ bytes, requests }: { bytes: number; requests: number }): number {
    this.#bytesRead += bytes;
    this.#requests += requests;
    const waiting = (requests / REQUESTS_AT_ONCE) * REQUEST_SECONDS;
    return waiting + bytes * (1 / BYTES_PER_SECOND + this.#speeds.unsealSeconds);
  }

  /** Reads the term of each part. */
  #merge(): number {
    const terms = this.#work.stages.flat().length;
    this.#requests += terms;
    return COLD_START_SECONDS + Math.ceil(terms / TERMS_AT_ONCE) * REQUEST_SECONDS;
  }
}

/** One function that solves the case whole; the merge reads no table. */
export function wholeOutcome(wholeSeconds: number, tableBytes: number): Outcome {
  const solving = COLD_START_SECONDS + REQUESTS_PER_PART * REQUEST_SECONDS + wholeSeconds;
  const mergeSeconds = COLD_START_SECONDS + REQUEST_SECONDS;
  const other = 2 * PLAN_SECONDS + mergeSeconds;
  return {
    seconds: MAP_START_SECONDS + solving + other,
    gigabyteSeconds: (solving * memoryFor(tableBytes) + other * merge.memory) / 1024,
    bytesRead: 0,
    requests: 0,
    computeSeconds: wholeSeconds,
    longestSeconds: solving,
    mergeSeconds,
  };
}
