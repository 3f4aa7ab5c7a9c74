import { type Lines, linesOfRows } from '../../io/results/lines.ts';
import type { Piece } from './piece.ts';

/** Where lines are laid down that nobody can write yet; they survive the process. */
export interface Store {
  /** Remembers results that stay in memory as well. */
  readonly remember: (lines: readonly Lines[]) => void;
  /** Keeps lines in the place of the memory; returns what gives them back. */
  readonly put: (lines: readonly Lines[]) => () => readonly Lines[];
}

/** Bytes of lines that are kept in memory. */
const MOST_KEPT = 1 << 24;

/**
 * Hands pieces on in the order of their instances, in whatever order they come. Those that come early are
 * stored; in memory is an entry a piece, and the lines of some of them.
 */
export class InOrder {
  readonly #store: Store;
  readonly #handOn: (piece: Piece) => void;
  readonly #early = new Map<number, { readonly piece: Piece; readonly stored: Stored | null }>();
  #next = 0;
  #kept = 0;

  constructor(store: Store, handOn: (piece: Piece) => void) {
    this.#store = store;
    this.#handOn = handOn;
  }

  put(piece: Piece): void {
    if (piece.first !== this.#next) {
      this.#early.set(piece.first, this.#stored(piece));
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

  #stored(piece: Piece) {
    if ('former' in piece.results) return { piece, stored: null };
    const { results } = piece;
    const lines = 'rows' in results ? [...linesOfRows(results.rows)] : results.lines;
    const size = lines.reduce((sum, each) => sum + each.results.length + each.summary.length, 0);
    if (this.#kept + size > MOST_KEPT) {
      const get = this.#store.put(lines);
      return { piece: { ...piece, results: NO_LINES }, stored: { get, size: 0 } };
    }
    this.#store.remember(lines);
    this.#kept += size;
    return { piece, stored: { get: () => lines, size } };
  }

  #take(): Piece | null {
    const early = this.#early.get(this.#next);
    if (early === undefined) return null;
    this.#early.delete(this.#next);
    const { piece, stored } = early;
    if (stored === null) return piece;
    this.#kept -= stored.size;
    return { ...piece, results: { lines: stored.get() } };
  }
}

interface Stored {
  readonly get: () => readonly Lines[];
  /** Bytes that are kept in memory. */
  readonly size: number;
}

const NO_LINES = { lines: [] };
