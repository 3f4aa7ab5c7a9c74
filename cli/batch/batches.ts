import type { Instance } from './instance.ts';

/** When batches are started. */
export interface BatchesOptions {
  readonly jobs: number;
  /** Asked before each batch: true as long as others should end before it. */
  readonly isFull: () => boolean;
}

/** Batches as they fill; so many are under way that no worker waits for the next one. */
export class Batches {
  readonly #solve: (items: readonly Instance[]) => Promise<void>;
  readonly #options: BatchesOptions;
  readonly #running = new Set<Promise<void>>();
  #items: Instance[] = [];

  constructor(solve: (items: readonly Instance[]) => Promise<void>, options: BatchesOptions) {
    this.#solve = solve;
    this.#options = options;
  }

  /** Adds an instance, and starts the batch where it has `enough`. */
  async add(item: Instance, enough: number): Promise<void> {
    this.#items.push(item);
    if (this.#items.length >= enough) await this.startRest();
  }

  async startRest(): Promise<void> {
    const items = this.#items;
    if (items.length === 0) return;
    this.#items = [];
    const { jobs, isFull } = this.#options;
    while (this.#running.size >= 2 * jobs || (isFull() && this.#running.size > 0)) {
      await Promise.race(this.#running);
    }
    const done = this.#solve(items);
    this.#running.add(done);
    done.then(
      () => this.#running.delete(done),
      () => undefined,
    );
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }
}
