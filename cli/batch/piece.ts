import { differs } from '../../io/results/differing.ts';
import { type Lines, linesOfRows } from '../../io/results/lines.ts';
import type { Row } from '../../io/results/row.ts';

/** What became of some instances that follow one another. */
export interface Piece {
  /** Index of the first one. */
  readonly first: number;
  /** How many instances there are; 0 for the first rows of one that has very many. */
  readonly count: number;
  /** What they add to the results: the lines themselves, rows, or where the same lines stand already. */
  readonly results:
    | { readonly lines: readonly Lines[] }
    | { readonly former: FormerRange }
    | { readonly rows: readonly Row[] };
  /** An earlier run has answered them. */
  readonly cached: boolean;
  /** Rows that the user is told of: errors, and answers that differ. */
  readonly remarks: number;
}

/** Whole lines in one of the files of former rows. */
export interface FormerRange {
  readonly source: number;
  readonly start: number;
  readonly end: number;
}

/** Puts the rows of instances together that follow one another. */
export class PieceMaker {
  readonly #pieces: Piece[] = [];
  #rows: Row[] = [];
  #first = 0;
  #count = 0;
  #cached = false;

  /** The rows of the next instance. */
  add(index: number, rows: readonly Row[], cached = false): void {
    if (index !== this.#first + this.#count || cached !== this.#cached) this.#close();
    if (this.#count === 0) this.#first = index;
    this.#cached = cached;
    this.#count++;
    for (const row of rows) this.#rows.push(row);
  }

  /** The same where they stand as they are. */
  addFormer(index: number, { source, start, end }: FormerRange): void {
    this.#close();
    const last = this.#pieces.at(-1);
    const range = last !== undefined && 'former' in last.results ? last.results.former : null;
    const follows = range?.source === source && range.end === start;
    if (last !== undefined && follows && last.first + last.count === index) {
      const results = { former: { source, start: range.start, end } };
      this.#pieces[this.#pieces.length - 1] = { ...last, count: last.count + 1, results };
    } else {
      const results = { former: { source, start, end } };
      this.#pieces.push({ first: index, count: 1, results, cached: true, remarks: 0 });
    }
  }

  /** All of them, in the order in which they came. */
  finish(): readonly Piece[] {
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    if (this.#count === 0) return;
    const lines = [...linesOfRows(this.#rows)];
    const remarks = this.#rows.filter((row) => row.status === 'error' || differs(row)).length;
    const [first, count, cached] = [this.#first, this.#count, this.#cached];
    this.#pieces.push({ first, count, results: { lines }, cached, remarks });
    this.#rows = [];
    this.#count = 0;
  }
}
