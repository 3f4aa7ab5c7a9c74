import { jobKeys, suspectOf } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { ChunkEvent } from '../job/chunk-step.ts';

/** Attempts that have to end in the middle of a unit before it is blamed. */
const STRIKES = 2;

/**
 * The notes that attempts at a chunk leave before each of its units, for the case that the platform ends
 * the whole function. Units are taken in order, so an attempt came as far as the last one that it noted.
 */
export class Suspects {
  readonly #out: ObjectStore;
  readonly #event: ChunkEvent;
  /** By attempt: the last unit that it noted. */
  readonly #reached: ReadonlyMap<number, number>;
  readonly #attempt: number;

  private constructor(out: ObjectStore, event: ChunkEvent, reached: ReadonlyMap<number, number>) {
    this.#out = out;
    this.#event = event;
    this.#reached = reached;
    this.#attempt = Math.max(-1, ...reached.keys()) + 1;
  }

  /** Reads the notes of all attempts before this one. */
  static async read(out: ObjectStore, event: ChunkEvent): Promise<Suspects> {
    const { job, round, chunk } = event;
    const reached = new Map<number, number>();
    for await (const { key } of out.list(jobKeys(job).suspects(round, chunk))) {
      const note = suspectOf(key);
      if (note === null) continue;
      reached.set(note.attempt, Math.max(note.unit, reached.get(note.attempt) ?? 0));
    }
    return new Suspects(out, event, reached);
  }

  /**
   * Whether a unit that has no row is to blame: attempts ended in the middle of it. One is not enough,
   * for the platform may have reasons of its own.
   */
  isBlamed(unit: number): boolean {
    return [...this.#reached.values()].filter((last) => last === unit).length >= STRIKES;
  }

  /** Says that this attempt comes to a unit now. */
  async note(unit: number): Promise<void> {
    const { job, round, chunk } = this.#event;
    const key = jobKeys(job).suspect({ round, chunk, unit, attempt: this.#attempt });
    await this.#out.put(key, '', { once: true, scratch: true });
  }
}
