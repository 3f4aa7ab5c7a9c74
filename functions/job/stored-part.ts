import type { AnyTableSplit, CellRange } from '../../core/table-split.ts';
import { jobKeys } from '../../io/keys.ts';
import type { OpenJob } from './open-job.ts';

/** A part of a round of a job, the cells that it writes, and behind them its term: one object. */
export interface StoredPart {
  readonly key: string;
  /** What it is sealed with: the same in all generations of a job, which take it over from one another. */
  readonly name: string;
  readonly part: unknown;
  /** None of the last round, whose cells nobody reads. */
  readonly cells: CellRange;
}

/** The parts of one case, by the round of the job and their numbers. */
export function storedParts(
  { job, plan }: OpenJob,
  piece: number,
  { table, c }: { readonly table: AnyTableSplit; readonly c: unknown },
): readonly (readonly StoredPart[])[] {
  const rounds = plan.pieces[piece]?.rounds ?? [];
  const [id] = job.split('/');
  return rounds.map(({ of = { first: 0, last: 0 }, wanted }, round) =>
    table.parts(c, of, wanted).map((part, number): StoredPart => {
      const key = jobKeys(job).roundPart(round, piece, number);
      const name = `${id}/${round}/${piece}/${number}`;
      const { start, end } = table.writes(c, part);
      const isLast = round + 1 === rounds.length;
      return { key, name, part, cells: { start, end: isLast ? start : end } };
    }),
  );
}

/** Index of the first part that ends after a cell; parts are in order and do not overlap. */
export function firstAfter(parts: readonly StoredPart[], cell: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle] as StoredPart).cells.end <= cell) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the term of a part is sealed with. */
export function nameOfTerm({ name }: StoredPart): string {
  return `${name}/term`;
}

/** Four bytes, the lowest first. */
export function termBytes(term: number): Uint8Array {
  const bytes = new Uint8Array(Uint32Array.BYTES_PER_ELEMENT);
  new DataView(bytes.buffer).setUint32(0, term, true);
  return bytes;
}

export function termOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}
