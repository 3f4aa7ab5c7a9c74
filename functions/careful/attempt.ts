import { DEFAULT_BUDGET } from '../../core/pipeline/budget.ts';
import type { Finding } from '../../core/text/errors.ts';
import { workerDied } from '../../io/results/infrastructure.ts';
import type { World } from '../job/chunk-step.ts';
import type { Solved } from '../job/part.ts';
import type { Isolated, Outcome } from './isolated.ts';
import type { Order, PieceData, StoreNames } from './orders.ts';
import type { Suspects } from './suspects.ts';
import type { Unit } from './units.ts';

/** What a careful step gets from the world. */
export interface CarefulWorld extends World {
  /** Milliseconds until the function should come to an end. */
  readonly remaining: () => number;
  /** Memory of the function, of which the process with the solver gets its share. */
  readonly megabytes: number;
  /** The two buckets, for another process to open. */
  readonly stores: StoreNames;
  /** Hears of each unit that gets an error in place of its result. */
  readonly lost: (unit: number, error: Finding) => void;
  /** The module that solves; by default solver.ts. */
  readonly module?: URL;
  /** What a case may take. */
  readonly caseMilliseconds?: number;
}

/** Results of a unit, or why it has none. */
export type Verdict = { readonly solved: readonly Solved[] } | { readonly error: Finding };

const ENDED_TWICE = workerDied('the function ended in the middle of it, twice');

/** The units of one run of the function for a chunk. */
export class Attempt {
  readonly #world: CarefulWorld;
  readonly #suspects: Suspects;
  readonly #isolated: Isolated;
  #hasBegun = false;
  #work: PieceData | null = null;

  constructor(world: CarefulWorld, suspects: Suspects, isolated: Isolated) {
    this.#world = world;
    this.#suspects = suspects;
    this.#isolated = isolated;
  }

  /** Solves a unit of a piece; null where that has to wait for the next attempt. */
  async solveUnit({ index, work }: Unit): Promise<Verdict | null> {
    const range = { first: index, last: index };
    return this.#solve(index, () => {
      const isKnown = this.#isolated.isUsed && this.#work === work;
      this.#work = work;
      return isKnown ? { range } : { range, work };
    });
  }

  /** Solves what there is but one of in the chunk. */
  async solveOnly(order: Order): Promise<Verdict | null> {
    return this.#solve(0, () => order);
  }

  async #solve(unit: number, order: () => Order): Promise<Verdict | null> {
    if (this.#suspects.isBlamed(unit)) return { error: ENDED_TWICE };
    // What is begun has all of its time ahead, so that no verdict is the fault of the units before.
    if (this.#hasBegun && !this.#hasTime()) return null;
    // The first one has a new process and all the time that there ever is.
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    await this.#isolated.start();
    await this.#suspects.note(unit);
    let outcome = await this.#run(order());
    if (isFirst || !isDoubtful(outcome)) return outcome;
    if (!this.#hasTime()) return null;
    await this.#isolated.start();
    outcome = await this.#run(order());
    return isDoubtful(outcome) ? null : outcome;
  }

  #run(order: Order): Promise<Outcome> {
    const milliseconds = this.#world.remaining();
    return this.#isolated.run(order, { caseMilliseconds: this.#limit(), milliseconds });
  }

  #hasTime(): boolean {
    return this.#world.remaining() >= this.#limit();
  }

  #limit(): number {
    return this.#world.caseMilliseconds ?? DEFAULT_BUDGET.milliseconds;
  }
}

function isDoubtful(outcome: Outcome): boolean {
  return 'error' in outcome && outcome.isDoubtful;
}
