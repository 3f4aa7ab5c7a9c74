import { hasRemarks, type RowSource } from '../../io/results/case-rows.ts';
import type { Row } from '../../io/results/row.ts';
import { type PackedRows, packRows } from './packed-rows.ts';

/** What became of some instances that follow one another. */
export interface Piece {
  /** Index of the first one. */
  readonly first: number;
  /** How many instances there are; 0 for the first rows of one that has very many. */
  readonly count: number;
  /** Their rows, or what these are made of, or where they stand already. */
  readonly results:
    | { readonly packed: PackedRows }
    | { readonly rows: readonly Row[] }
    | { readonly former: FormerRange }
    | { readonly stored: StoredRange };
  /** An earlier run has answered them. */
  readonly cached: boolean;
  /** There are rows that the user is told of: errors, and answers that differ. */
  readonly hasRemarks: boolean;
}

/** Whole lines in one of the files of former rows. */
export interface FormerRange {
  readonly source: number;
  readonly start: number;
  readonly end: number;
}

/** Whole lines of results of this run that were laid down. */
export interface StoredRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Whether there is nothing of it to write: its instances have no case. */
export function isEmpty({ results }: Piece): boolean {
  if ('packed' in results) return results.packed.results.answers.length === 0;
  return 'rows' in results && results.rows.length === 0;
}

/** Puts the results of instances together that follow one another. */
export class PieceMaker {
  readonly #pieces: Piece[] = [];
  #sources: RowSource[] = [];
  #rows: Row[] = [];
  #first = 0;
  #count = 0;
  #cached = false;

  /** What the rows of the next instance are made of. */
  add(index: number, source: RowSource): void {
    this.#begin(index, false);
    this.#sources.push(source);
  }

  /** The rows of an instance that an earlier run has answered. */
  addCached(index: number, rows: readonly Row[]): void {
    this.#begin(index, true);
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
      this.#pieces.push({ first: index, count: 1, results, cached: true, hasRemarks: false });
    }
  }

  /** All of them, in the order in which they came. */
  finish(): readonly Piece[] {
    this.#close();
    return this.#pieces;
  }

  #begin(index: number, cached: boolean): void {
    if (index !== this.#first + this.#count || cached !== this.#cached) this.#close();
    if (this.#count === 0) this.#first = index;
    this.#cached = cached;
    this.#count++;
  }

  #close(): void {
    if (this.#count === 0) return;
    const [first, count, cached] = [this.#first, this.#count, this.#cached];
    const results = cached ? { rows: this.#rows } : { packed: packRows(this.#sources) };
    const isRemarkable = this.#sources.some(hasRemarks);
    this.#pieces.push({ first, count, results, cached, hasRemarks: isRemarkable });
    this.#sources = [];
    this.#rows = [];
    this.#count = 0;
  }
}
