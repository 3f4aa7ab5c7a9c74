import { table } from '../../core/games/dag-subgraph-count/solve.ts';
import type { Part } from '../../core/games/dag-subgraph-count/table.ts';
import type { CellRange } from '../../core/table-split.ts';
import { SLICE, sealedSize } from '../../functions/job/sealed.ts';
import type { Graph, Stage } from './cuts.ts';

const CELLS_PER_SLICE = SLICE / Uint32Array.BYTES_PER_ELEMENT;

/** What is read in ranged requests. */
export interface Reading {
  readonly bytes: number;
  readonly requests: number;
}

/** The slices of the parts of a job, numbered in the order of the table, and what each part needs. */
export class StoredSlices {
  readonly count: number;
  readonly #size: number;
  /** Sealed bytes of each slice. */
  readonly #bytes: number[] = [];
  /** Whether a slice is the first of its object: no request goes on past its end. */
  readonly #isFirst: boolean[] = [];
  /** The slice of each block, the first one where a block has several. */
  readonly #slices: Int32Array;
  /** First and last slice of each range that a part reads, one after another. */
  readonly #reads = new Map<Part, Int32Array>();
  readonly #writes = new Map<Part, { readonly first: number; readonly last: number }>();

  constructor({ c, cells, size }: Graph, stages: readonly Stage[]) {
    this.#size = size;
    this.#slices = new Int32Array(cells / size);
    const parts = stages.flat().map((part) => ({ part, cells: table.writes(c, part) }));
    parts.sort((a, b) => a.cells.start - b.cells.start);
    for (const each of parts) this.#add(each.part, each.cells);
    this.count = this.#bytes.length;
    for (const { part } of parts) this.#reads.set(part, this.#rangesOf(table.reads(c, part)));
  }

  /** What a part needs that is not held; then it is. `held` has a byte for each slice. */
  read(part: Part, held: Uint8Array): Reading {
    return this.#readRanges(this.#reads.get(part) ?? new Int32Array(), held);
  }

  readAll(): Reading {
    return this.#readRanges(Int32Array.of(0, this.count - 1), new Uint8Array(this.count));
  }

  /** Sealed bytes of a part, which are held from then on. */
  write(part: Part, held: Uint8Array): number {
    const { first, last } = this.#writes.get(part) ?? { first: 0, last: -1 };
    held.fill(1, first, last + 1);
    return this.#bytes.slice(first, last + 1).reduce((sum, bytes) => sum + bytes, 0);
  }

  #add(part: Part, { start, end }: CellRange): void {
    const first = this.#bytes.length;
    for (let at = start; at < end; at += CELLS_PER_SLICE) {
      const last = Math.min(at + CELLS_PER_SLICE, end);
      this.#slices.fill(this.#bytes.length, at / this.#size, last / this.#size);
      this.#isFirst.push(at === start);
      this.#bytes.push(sealedSize((last - at) * Uint32Array.BYTES_PER_ELEMENT));
    }
    this.#writes.set(part, { first, last: this.#bytes.length - 1 });
  }

  #rangesOf(ranges: readonly CellRange[]): Int32Array {
    const ends = ranges.flatMap(({ start, end }) => [start, end - this.#size]);
    return Int32Array.from(ends, (cell) => this.#slices[cell / this.#size] as number);
  }

  #readRanges(ranges: Int32Array, held: Uint8Array): Reading {
    let bytes = 0;
    let requests = 0;
    for (let range = 0; range < ranges.length; range += 2) {
      let before = -2;
      for (let slice = ranges[range] as number; slice <= (ranges[range + 1] as number); slice++) {
        if (held[slice] === 1) continue;
        bytes += this.#bytes[slice] as number;
        if (before + 1 !== slice || this.#isFirst[slice]) requests++;
        before = slice;
      }
    }
    // Only now: a slice that holds several of the ranges is read for each of them, as in a function.
    for (let range = 0; range < ranges.length; range += 2) {
      held.fill(1, ranges[range], (ranges[range + 1] as number) + 1);
    }
    return { bytes, requests };
  }
}
