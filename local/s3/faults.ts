import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../core/random/random.ts';
import type { Call } from './call.ts';
import { S3Error } from './errors.ts';

/** What goes wrong on purpose; every number counts down to 0, where all is well. */
export interface Faults {
  /** So many conditional writes to come answer 409 ConditionalRequestConflict, without effect. */
  conflicts: number;
  /** So many calls to come answer 503 SlowDown, without effect. */
  slowDowns: number;
  /** Share of calls, 0 … 1, that answer 503 SlowDown, without effect. */
  slowDownShare: number;
  /** So many calls to come do their work and then answer 500 InternalError. */
  lostAnswers: number;
  /** So many bodies to come end in the middle: the connection is destroyed. */
  cutBodies: number;
  /** So many events to come are delivered twice. */
  duplicateEvents: number;
  /** Milliseconds before each chunk of a body, at most 1 MiB; does not count down. */
  slowBodies: number;
  /** Which calls are meant; all, unless a test says otherwise. Events are not asked about. */
  only: (call: Pick<Call, 'operation' | 'bucket' | 'key'>) => boolean;
}

export function noFaults(): Faults {
  return {
    conflicts: 0,
    slowDowns: 0,
    slowDownShare: 0,
    lostAnswers: 0,
    cutBodies: 0,
    duplicateEvents: 0,
    slowBodies: 0,
    only: () => true,
  };
}

type Counter = 'conflicts' | 'slowDowns' | 'lostAnswers' | 'cutBodies';

/** Applies the switches; the random ones from a fixed seed. */
export class FaultInjector {
  readonly faults: Faults;
  readonly #random = new Random(1);

  constructor(faults: Faults) {
    this.faults = faults;
  }

  /** Whether one of the faults that were ordered falls on this call, which uses it up. */
  strikes(counter: Counter, call: Call): boolean {
    if (this.faults[counter] <= 0 || !this.faults.only(call)) return false;
    this.faults[counter]--;
    return true;
  }

  /** Before any work: throws SlowDown. */
  beforeWork(call: Call): void {
    const share = this.faults.slowDownShare;
    const unlucky = share > 0 && this.faults.only(call) && this.#random.chance(share);
    if (unlucky || this.strikes('slowDowns', call)) {
      throw new S3Error('SlowDown', 'Please reduce your request rate. (fault switch)');
    }
  }

  afterWork(call: Call): void {
    if (this.strikes('lostAnswers', call)) {
      throw new S3Error('InternalError', 'We encountered an internal error. (fault switch)');
    }
  }

  /** The same bytes, with the pauses that the switch asks for. */
  async *slowed(chunks: AsyncIterable<Buffer>, call: Call): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      const { slowBodies, only } = this.faults;
      if (slowBodies > 0 && only(call)) await sleep(slowBodies);
      yield chunk;
    }
  }
}
