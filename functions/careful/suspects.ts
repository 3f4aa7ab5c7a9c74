import type { Chunk } from '../../core/pipeline/manifest.ts';
import { jobKeys, suspectOf } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { ChunkEvent } from '../job/chunk-step.ts';

/** Attempts that have to end in the middle of a unit before it is blamed. */
const STRIKES = 2;

/** Between two notes of an attempt that nobody has a reason to watch closely. */
const PATIENCE = 1000;

/** Where the notes of a chunk are, and what it consists of. */
export interface SuspectsOptions {
  readonly out: ObjectStore;
  readonly event: ChunkEvent;
  /** First and last unit of the chunk, whether they are missing or not. */
  readonly units: Chunk;
  /** Milliseconds from any origin. */
  readonly now: () => number;
}

/**
 * The notes that attempts at a chunk leave of the units that they come to, for the case that the platform
 * ends the whole function. Units are taken in order, so an attempt came at least as far as the last one
 * that it noted; one that came to its own end notes the unit after the last one of the chunk.
 *
 * As long as no attempt was ended, a note is written at the first unit and then one a second, so that a
 * thousand tiny units do not take a thousand notes. The attempts after one that was ended, and all at a
 * chunk of a single unit, are exact: they note each unit, and only these notes are held against a unit.
 */
export class Suspects {
  readonly #options: SuspectsOptions;
  /** By attempt: the last unit that it noted. */
  readonly #reached: ReadonlyMap<number, number>;
  readonly #attempt: number;
  /** The first attempt that is exact. */
  readonly #exactFrom: number;
  #notedAt: number | null = null;

  private constructor(options: SuspectsOptions, reached: ReadonlyMap<number, number>) {
    this.#options = options;
    this.#reached = reached;
    const { units } = options;
    const attempts = [...reached.keys()].sort((a, b) => a - b);
    this.#attempt = (attempts.at(-1) ?? -1) + 1;
    const ended = attempts.find((attempt) => (reached.get(attempt) ?? 0) <= units.last);
    this.#exactFrom = units.first === units.last ? 0 : (ended ?? this.#attempt) + 1;
  }

  /** Reads the notes of all attempts before this one. */
  static async read(options: SuspectsOptions): Promise<Suspects> {
    const { job, round, chunk } = options.event;
    const reached = new Map<number, number>();
    for await (const { key } of options.out.list(jobKeys(job).suspects(round, chunk))) {
      const note = suspectOf(key);
      if (note === null) continue;
      reached.set(note.attempt, Math.max(note.unit, reached.get(note.attempt) ?? 0));
    }
    return new Suspects(options, reached);
  }

  /**
   * Whether a unit that has no row is to blame: attempts ended in the middle of it. One is not enough,
   * for the platform may have reasons of its own.
   */
  isBlamed(unit: number): boolean {
    const strikes = [...this.#reached].filter(
      ([attempt, last]) => attempt >= this.#exactFrom && last === unit,
    );
    return strikes.length >= STRIKES;
  }

  /** Says that this attempt comes to a unit now, if that is to be known so exactly. */
  async note(unit: number): Promise<void> {
    const time = this.#options.now();
    const isExact = this.#attempt >= this.#exactFrom;
    if (!isExact && this.#notedAt !== null && time - this.#notedAt < PATIENCE) return;
    await this.#put(unit);
    this.#notedAt = time;
  }

  /** Says that nothing ended this attempt but itself, though units may be missing. */
  async leave(): Promise<void> {
    if (this.#notedAt !== null) await this.#put(this.#options.units.last + 1);
  }

  async #put(unit: number): Promise<void> {
    const { out, event } = this.#options;
    const { job, round, chunk } = event;
    const key = jobKeys(job).suspect({ round, chunk, unit, attempt: this.#attempt });
    await out.put(key, '', { once: true, scratch: true });
  }
}
