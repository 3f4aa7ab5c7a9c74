import pMap from 'p-map';
import type { AnyTableSplit, CellRange, TableSolver } from '../../core/table-split.ts';
import { echo } from '../../core/text/echo.ts';
import { jobKeys } from '../../io/keys.ts';
import { type ObjectStore, StorageError } from '../../io/stores/object-store.ts';
import type { OpenJob } from './open-job.ts';
import { SLICE, type SliceRange, seal, sealedRange, slicesOf, unseal } from './sealed.ts';
import { sliceRuns } from './slice-runs.ts';

/** Requests at once. */
const CONCURRENCY = 16;
const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** A part of a round of a job, and the cells that it writes: one object. */
interface StoredPart {
  readonly key: string;
  /** What it is sealed with: the same in all generations of a job, which take it over from one another. */
  readonly name: string;
  readonly part: unknown;
  readonly cells: CellRange;
}

/** The table of one case as far as this function knows it; its parts lie in storage. */
export class TableState {
  readonly #out: ObjectStore;
  readonly #table: AnyTableSplit;
  readonly #c: unknown;
  readonly #solver: TableSolver<unknown, unknown>;
  /** By the round of the job and the number of the part. */
  readonly #parts: readonly (readonly StoredPart[])[];
  readonly #inOrder: readonly StoredPart[];
  /** Slices that are in memory, by the key of their part. */
  readonly #known = new Map<string, Set<number>>();

  constructor({ out, open, piece, table, c }: TableOfJob) {
    const rounds = open.plan.pieces[piece]?.rounds ?? [];
    const [id] = open.job.split('/');
    this.#out = out;
    this.#table = table;
    this.#c = c;
    this.#solver = table.attach(c, table.allocate(c, 1), 0);
    this.#parts = rounds.map(({ of = { first: 0, last: 0 }, wanted }, round) =>
      table.parts(c, of, wanted).map((part, number): StoredPart => {
        const key = jobKeys(open.job).roundPart(round, piece, number);
        const name = `${id}/${round}/${piece}/${number}`;
        return { key, name, part, cells: table.writes(c, part) };
      }),
    );
    this.#inOrder = this.#parts.flat().sort((a, b) => a.cells.start - b.cells.start);
  }

  /** Reads what a part needs; `compute` of the result gives the bytes to be stored. */
  async partOf(round: number, number: number): Promise<() => Uint8Array> {
    const stored = this.#parts[round]?.[number];
    if (stored === undefined)
      throw new RangeError(`part ${number} of round ${round}: no such part`);
    await this.#read(this.#table.reads(this.#c, stored.part));
    return () => {
      this.#known.delete(stored.key);
      this.#solver.solve(stored.part);
      const content = bytesOf(this.#solver.cells, stored.cells);
      this.#remember(stored, { first: 0, last: Math.ceil(content.length / SLICE) - 1 });
      return seal(stored.name, content);
    };
  }

  /** Reads the whole table after all rounds; the result gives the answer, or throws what is wrong with it. */
  async finish(): Promise<() => unknown> {
    await this.#read([{ start: 0, end: this.#solver.cells.length }]);
    return () => this.#solver.finish();
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
    const content = bytesOf(this.#solver.cells, stored.cells);
    const range = sealedRange(slices, content.length);
    const object = await this.#out.get(stored.key, { range });
    const found = object && unseal(stored.name, slices, content.length, object.body);
    if (!found) {
      throw new StorageError(
        'storage/short-read',
        `${this.#out.address}/${echo(stored.key)}: found bytes ${range.start} to ${range.end} ` +
          `${object === null ? 'missing' : 'with another digest'}, allowed those that were written there`,
      );
    }
    let at = slices.first * SLICE;
    for (const data of found) {
      content.set(data, at);
      at += data.length;
    }
    this.#remember(stored, slices);
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

/** Index of the first part that ends after a cell; parts are in order and do not overlap. */
function firstAfter(parts: readonly StoredPart[], cell: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle] as StoredPart).cells.end <= cell) low = middle + 1;
    else high = middle;
  }
  return low;
}
