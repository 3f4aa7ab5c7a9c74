/** The main thread may be able to solve so many before a worker is there; more are worth workers at once. */
export const FEW = 64;

/** Milliseconds of work that are measured together. */
const WINDOW = 50;

/** How long instances take on this thread, as last measured. */
export class Pace {
  #milliseconds = 0;
  #instances = 0;
  #isFirst = true;
  #each: number | null = null;

  /** So many instances have taken so long, together. */
  add(instances: number, milliseconds: number): void {
    this.#instances += instances;
    this.#milliseconds += milliseconds;
    if (this.#milliseconds < WINDOW) return;
    // The first ones meet code that is not compiled yet, and tell nothing of the others.
    if (!this.#isFirst) this.#each = this.#milliseconds / this.#instances;
    this.#isFirst = false;
    this.#instances = 0;
    this.#milliseconds = 0;
  }

  /** Milliseconds of an instance; null as long as nobody knows. */
  get each(): number | null {
    return this.#each;
  }
}
