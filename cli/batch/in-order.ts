import type { Row } from '../../io/results/row.ts';
import type { Piece, StoredRange } from './piece.ts';
import { type Held, rowsOf } from './results-stream.ts';

/** Where rows are laid down whose turn has not come; they survive the process. */
export interface Store {
  readonly put: (rows: Iterable<Row>) => StoredRange;
}

/** So long what waits is in memory only, and as much work may it have taken: a killed run loses no more. */
const UNSTORED_MILLISECONDS = 500;

/** Bytes that what waits may take in memory. */
const MOST_KEPT = 1 << 25;

/** Bytes of a row, more or less. */
const ROW_BYTES = 1_000;

/** A piece that waits. */
interface Early {
  readonly piece: Piece;
  /** Of what it holds in memory. */
  readonly bytes: number;
}

/** What a piece holds that waits and is not stored. */
interface Unstored {
  readonly results: Held;
  /** When it came, of `performance.now()`. */
  readonly since: number;
}

/**
 * Hands pieces on in the order of their instances, in whatever order they come. Those that come early are
 * stored, if their turn does not come soon; in memory is an entry a piece, and what some of them hold.
 */
export class InOrder {
  readonly #store: Store;
  readonly #handOn: (piece: Piece) => void;
  readonly #early = new Map<number, Early>();
  /** By the first instance, the oldest first. */
  readonly #unstored = new Map<number, Unstored>();
  #timer: NodeJS.Timeout | null = null;
  #next = 0;
  #kept = 0;

  constructor(store: Store, handOn: (piece: Piece) => void) {
    this.#store = store;
    this.#handOn = handOn;
  }

  put(piece: Piece): void {
    if (piece.first !== this.#next) {
      this.#early.set(piece.first, this.#waiting(piece));
      this.#timer ??= setTimeout(() => this.#storeOld(), UNSTORED_MILLISECONDS).unref();
      return;
    }
    this.#hand(piece);
    for (let early = this.#take(); early !== null; early = this.#take()) this.#hand(early);
  }

  /** Pieces that wait for an earlier one. */
  get waiting(): number {
    return this.#early.size;
  }

  /** Hands on what came although something before it never did. */
  finish(): void {
    clearTimeout(this.#timer ?? undefined);
    const firsts = [...this.#early.keys()].sort((a, b) => a - b);
    for (const first of firsts) {
      this.#next = first;
      const piece = this.#take();
      if (piece !== null) this.#hand(piece);
    }
  }

  #hand(piece: Piece): void {
    this.#next = piece.first + piece.count;
    this.#handOn(piece);
  }

  #waiting(piece: Piece): Early {
    const { first, results } = piece;
    if ('former' in results || 'stored' in results) return { piece, bytes: 0 };
    const bytes = 'rows' in results ? ROW_BYTES * results.rows.length : results.packed.bytes;
    if (this.#kept + bytes > MOST_KEPT) {
      const stored = this.#store.put(rowsOf(results));
      return { piece: { ...piece, results: { stored } }, bytes: 0 };
    }
    this.#kept += bytes;
    if (isCostly(results)) this.#store.put(rowsOf(results));
    else this.#unstored.set(first, { results, since: performance.now() });
    return { piece, bytes };
  }

  /** Stores all that waits. */
  storeWaiting(): void {
    for (const { results } of this.#unstored.values()) this.#store.put(rowsOf(results));
    this.#unstored.clear();
  }

  #storeOld(): void {
    this.#timer = null;
    for (const [first, { results, since }] of this.#unstored) {
      const left = since + UNSTORED_MILLISECONDS - performance.now();
      if (left > 0) {
        this.#timer = setTimeout(() => this.#storeOld(), left).unref();
        return;
      }
      this.#unstored.delete(first);
      this.#store.put(rowsOf(results));
    }
  }

  #take(): Piece | null {
    const early = this.#early.get(this.#next);
    if (early === undefined) return null;
    this.#early.delete(this.#next);
    this.#unstored.delete(this.#next);
    this.#kept -= early.bytes;
    return early.piece;
  }
}

/** Whether its instances took longer than what may be lost. */
function isCostly(results: Held): boolean {
  if (!('packed' in results)) return false;
  let sum = 0;
  for (const milliseconds of results.packed.results.milliseconds) sum += milliseconds;
  return sum > UNSTORED_MILLISECONDS;
}
