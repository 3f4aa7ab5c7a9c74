import pMap from 'p-map';
import type { AnyTableSplit, CellRange, TableSolver } from '../../core/table-split.ts';
import { echo } from '../../core/text/echo.ts';
import { type ByteRange, type ObjectStore, StorageError } from '../../io/stores/object-store.ts';
import type { OpenJob } from './open-job.ts';
import {
  SLICE,
  type SliceRange,
  seal,
  sealedRange,
  sealedSize,
  slicesOf,
  unseal,
} from './sealed.ts';
import { sliceRuns } from './slice-runs.ts';
import {
  firstAfter,
  nameOfTerm,
  type StoredPart,
  storedParts,
  termBytes,
  termOf,
} from './stored-part.ts';

/** Requests at once. */
const CONCURRENCY = 16;
/** Of some bytes each: nothing but waiting. */
const TERMS_AT_ONCE = 64;
const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** The table of one case as far as this function knows it; its parts lie in storage. */
export class TableState {
  readonly #out: ObjectStore;
  readonly #table: AnyTableSplit;
  readonly #c: unknown;
  /** Made for the first part: to finish takes none. */
  #solver: TableSolver<unknown> | null = null;
  /** By the round of the job and the number of the part. */
  readonly #parts: readonly (readonly StoredPart[])[];
  readonly #inOrder: readonly StoredPart[];
  /** By the key of their part: slices that are in memory, and terms. */
  readonly #known = new Map<string, Set<number>>();
  readonly #terms = new Map<string, number>();

  constructor({ out, open, piece, table, c }: TableOfJob) {
    this.#out = out;
    this.#table = table;
    this.#c = c;
    this.#parts = storedParts(open, piece, { table, c });
    this.#inOrder = this.#parts.flat().sort((a, b) => a.cells.start - b.cells.start);
  }

  /** Reads what a part needs; `compute` of the result gives the bytes to be stored. */
  async partOf(round: number, number: number): Promise<() => Uint8Array> {
    const stored = this.#parts[round]?.[number];
    if (stored === undefined)
      throw new RangeError(`part ${number} of round ${round}: no such part`);
    await this.#read(this.#table.reads(this.#c, stored.part));
    return () => {
      const { cells, solve } = this.#attached();
      this.#known.delete(stored.key);
      const term = solve(stored.part);
      const content = bytesOf(cells, stored.cells);
      this.#remember(stored, { first: 0, last: Math.ceil(content.length / SLICE) - 1 });
      this.#terms.set(stored.key, term);
      return Buffer.concat([seal(stored.name, content), seal(nameOfTerm(stored), termBytes(term))]);
    };
  }

  /** Reads the terms of all parts after all rounds; the result gives the answer, or throws what is wrong with it. */
  async finish(): Promise<() => unknown> {
    const read = async (stored: StoredPart) => {
      return { part: stored.part, term: await this.#termOf(stored) };
    };
    const terms = await pMap(this.#inOrder, read, { concurrency: TERMS_AT_ONCE });
    return () => this.#table.finish(this.#c, terms);
  }

  #attached(): TableSolver<unknown> {
    this.#solver ??= this.#table.attach(this.#c, this.#table.allocate(this.#c, 1), 0);
    return this.#solver;
  }

  async #termOf(stored: StoredPart): Promise<number> {
    const known = this.#terms.get(stored.key);
    if (known !== undefined) return known;
    const start = sealedSize((stored.cells.end - stored.cells.start) * BYTES);
    const range = { start, end: start + sealedSize(BYTES) };
    const whole = { first: 0, last: 0 };
    const object = await this.#out.get(stored.key, { range });
    const [found] = (object && unseal(nameOfTerm(stored), whole, BYTES, object.body)) ?? [];
    if (found === undefined) throw this.#unread(stored, range, object);
    return termOf(found);
  }

  async #read(ranges: readonly CellRange[]): Promise<void> {
    const wanted = new Map<StoredPart, Set<number>>();
    for (const range of ranges) this.#addMissing(range, wanted);
    const requests = [...wanted].flatMap(([stored, slices]) =>
      sliceRuns(slices).map((run) => [stored, run] as const),
    );
    await pMap(requests, ([stored, slices]) => this.#readSlices(stored, slices), {
      concurrency: CONCURRENCY,
    });
  }

  /** Adds the slices that hold cells of a range and are not in memory. */
  #addMissing({ start, end }: CellRange, wanted: Map<StoredPart, Set<number>>): void {
    for (let at = firstAfter(this.#inOrder, start); at < this.#inOrder.length; at++) {
      const stored = this.#inOrder[at] as StoredPart;
      const { cells, key } = stored;
      if (cells.start >= end) break;
      const { first, last } = slicesOf({
        start: (Math.max(start, cells.start) - cells.start) * BYTES,
        end: (Math.min(end, cells.end) - cells.start) * BYTES,
      });
      const slices = wanted.get(stored) ?? new Set();
      for (let slice = first; slice <= last; slice++) {
        if (!this.#known.get(key)?.has(slice)) slices.add(slice);
      }
      wanted.set(stored, slices);
    }
  }

  async #readSlices(stored: StoredPart, slices: SliceRange): Promise<void> {
    const content = bytesOf(this.#attached().cells, stored.cells);
    const range = sealedRange(slices, content.length);
    const object = await this.#out.get(stored.key, { range });
    const found = object && unseal(stored.name, slices, content.length, object.body);
    if (!found) throw this.#unread(stored, range, object);
    let at = slices.first * SLICE;
    for (const data of found) {
      content.set(data, at);
      at += data.length;
    }
    this.#remember(stored, slices);
  }

  #unread({ key }: StoredPart, { start, end }: ByteRange, object: unknown): StorageError {
    const found = object === null ? 'missing' : 'with another digest';
    return new StorageError(
      'storage/short-read',
      `${this.#out.address}/${echo(key)}: found bytes ${start} to ${end} ${found}, ` +
        'allowed those that were written there',
    );
  }

  #remember({ key }: StoredPart, { first, last }: SliceRange): void {
    const known = this.#known.get(key) ?? new Set();
    for (let slice = first; slice <= last; slice++) known.add(slice);
    this.#known.set(key, known);
  }
}

/** What a table is opened from. */
export interface TableOfJob {
  readonly out: ObjectStore;
  readonly open: OpenJob;
  readonly piece: number;
  readonly table: AnyTableSplit;
  readonly c: unknown;
}

function bytesOf(cells: Uint32Array, { start, end }: CellRange): Uint8Array {
  return new Uint8Array(cells.buffer, cells.byteOffset + start * BYTES, (end - start) * BYTES);
}
