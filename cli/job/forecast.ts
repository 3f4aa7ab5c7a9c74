/** How much of a job was done at a moment, in chunks and in milliseconds since 1970. */
export interface Sample {
  readonly done: number;
  readonly at: number;
}

/** Milliseconds until the end. */
export interface Forecast {
  readonly low: number;
  readonly high: number;
}

/** Weight of the newest speed among those before. */
const NEWEST = 0.3;
/** Two speeds of one job differ by about as much; measured ones are never told as if they were exact. */
const SPREAD = 1.25;

/** The speed of a job: over all of its time, and lately. */
export class Pace {
  #first: Sample | null = null;
  #last: Sample | null = null;
  /** Chunks a millisecond. */
  #recent: number | null = null;

  /** Samples come in the order of their times; what was done never becomes less. */
  add(sample: Sample): void {
    const last = this.#last;
    this.#first ??= sample;
    if (last !== null && (sample.at <= last.at || sample.done < last.done)) return;
    if (last !== null && sample.done > last.done) {
      const speed = (sample.done - last.done) / (sample.at - last.at);
      this.#recent = this.#recent === null ? speed : NEWEST * speed + (1 - NEWEST) * this.#recent;
    }
    // The time without anything done belongs to the next chunk that is.
    if (last === null || sample.done > last.done) this.#last = sample;
  }

  /** Chunks a second over all of the time; null where nothing is done yet. */
  perSecond(): number | null {
    const speed = this.#overall();
    return speed === null ? null : speed * 1000;
  }

  /** Until `all` chunks are done, seen from `now`; null where nothing is done yet. */
  forecast(all: number, now: number): Forecast | null {
    const overall = this.#overall();
    if (overall === null || this.#last === null) return null;
    const recent = this.#recent ?? overall;
    const { done, at } = this.#last;
    const left = (speed: number) => (all - done) / speed - (now - at);
    return {
      low: Math.max(0, Math.round(left(Math.max(overall, recent) * SPREAD))),
      high: Math.max(0, Math.round(left(Math.min(overall, recent) / SPREAD))),
    };
  }

  #overall(): number | null {
    if (this.#first === null || this.#last === null) return null;
    const chunks = this.#last.done - this.#first.done;
    const time = this.#last.at - this.#first.at;
    return chunks > 0 && time > 0 ? chunks / time : null;
  }
}
