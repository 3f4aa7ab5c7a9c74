const TAKEN = 0;
const DONE = 1;
const FAILED = 2;
const BEATS = 3;
const WORDS = 4;

/** The longest single wait, so that nobody sleeps through a failure. */
const WAIT_MILLISECONDS = 100;

/**
 * What the threads that solve one case tell each other, in a memory that all of them hold. The
 * assignments are taken and counted in their order, each by exactly one thread.
 *
 * Nobody waits for ever: assignment k waits for smaller ones only, each of which was taken before it
 * by a thread that works on it, or that is gone, which is a failure.
 */
export class Board {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
  }

  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(4 * WORDS);
  }

  /** The number of an assignment that is the caller's from now on; there may be none of that number. */
  take(): number {
    return Atomics.add(this.#words, TAKEN, 1);
  }

  /** One more assignment is done; its cells can be seen by whoever sees that. */
  finish(): void {
    Atomics.add(this.#words, DONE, 1);
    Atomics.notify(this.#words, DONE);
  }

  fail(): void {
    Atomics.store(this.#words, FAILED, 1);
    Atomics.notify(this.#words, DONE);
  }

  beat(): void {
    Atomics.add(this.#words, BEATS, 1);
  }

  get beats(): number {
    return Atomics.load(this.#words, BEATS);
  }

  /**
   * Waits until so many assignments are done. False as soon as a thread has failed, or when `isLost`,
   * asked after each tenth of a second in which nothing was done, says so.
   */
  waitFor(count: number, isLost: () => boolean): boolean {
    for (;;) {
      if (Atomics.load(this.#words, FAILED) !== 0) return false;
      const done = Atomics.load(this.#words, DONE);
      if (done >= count) return true;
      const woken = Atomics.wait(this.#words, DONE, done, WAIT_MILLISECONDS);
      if (woken === 'timed-out' && isLost()) return false;
    }
  }
}
