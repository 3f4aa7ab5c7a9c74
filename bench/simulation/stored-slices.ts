import { table } from '../../core/games/dag-subgraph-count/solve.ts';
import type { Part } from '../../core/games/dag-subgraph-count/table.ts';
import type { CellRange } from '../../core/table-split.ts';
import { SLICE, type SliceRange, sealedSize } from '../../functions/job/sealed.ts';
import { sliceRuns } from '../../functions/job/slice-runs.ts';
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
  /** The object of each slice, by its number: no request goes on past its end. */
  readonly #objects: number[] = [];
  /** The slice of each block, the first one where a block has several. */
  readonly #slices: Int32Array;
  /** First and last slice of each range that a part reads, one after another. */
  readonly #reads = new Map<Part, Int32Array>();
  readonly #writes = new Map<Part, { readonly first: number; readonly last: number }>();

  constructor({ c, cells, size }: Graph, stages: readonly Stage[]) {
    this.#size = size;
    this.#slices = new Int32Array(cells / size);
    const parts = stages.flatMap((stage, round) =>
      stage.map((part) => {
        const { start, end } = table.writes(c, part);
        // Of the last round only the terms are stored.
        return { part, cells: { start, end: round + 1 === stages.length ? start : end } };
      }),
    );
    parts.sort((a, b) => a.cells.start - b.cells.start);
    for (const [object, each] of parts.entries()) this.#add(object, each.part, each.cells);
    this.count = this.#bytes.length;
    for (const { part } of parts) this.#reads.set(part, this.#rangesOf(table.reads(c, part)));
  }

  /** What a part needs that is not held; then it is. `held` has a byte for each slice. */
  read(part: Part, held: Uint8Array): Reading {
    return this.#readRanges(this.#reads.get(part) ?? new Int32Array(), held);
  }

  /** Sealed bytes of a part, which are held from then on. */
  write(part: Part, held: Uint8Array): number {
    const { first, last } = this.#writes.get(part) ?? { first: 0, last: -1 };
    held.fill(1, first, last + 1);
    return this.#bytes.slice(first, last + 1).reduce((sum, bytes) => sum + bytes, 0);
  }

  #add(object: number, part: Part, { start, end }: CellRange): void {
    const first = this.#bytes.length;
    for (let at = start; at < end; at += CELLS_PER_SLICE) {
      const last = Math.min(at + CELLS_PER_SLICE, end);
      this.#slices.fill(this.#bytes.length, at / this.#size, last / this.#size);
      this.#objects.push(object);
      this.#bytes.push(sealedSize((last - at) * Uint32Array.BYTES_PER_ELEMENT));
    }
    this.#writes.set(part, { first, last: this.#bytes.length - 1 });
  }

  #rangesOf(ranges: readonly CellRange[]): Int32Array {
    const ends = ranges.flatMap(({ start, end }) => [start, end - this.#size]);
    return Int32Array.from(ends, (cell) => this.#slices[cell / this.#size] as number);
  }

  #readRanges(ranges: Int32Array, held: Uint8Array): Reading {
    const wanted = new Map<number, number[]>();
    for (let range = 0; range < ranges.length; range += 2) {
      for (let slice = ranges[range] as number; slice <= (ranges[range + 1] as number); slice++) {
        if (held[slice] === 1) continue;
        held[slice] = 1;
        const object = this.#objects[slice] as number;
        const slices = wanted.get(object) ?? [];
        slices.push(slice);
        wanted.set(object, slices);
      }
    }
    const runs = [...wanted.values()].flatMap(sliceRuns);
    return { bytes: runs.reduce((sum, run) => sum + this.#sizeOf(run), 0), requests: runs.length };
  }

  #sizeOf({ first, last }: SliceRange): number {
    let bytes = 0;
    for (let slice = first; slice <= last; slice++) bytes += this.#bytes[slice] as number;
    return bytes;
  }
}
