import { existsSync } from 'node:fs';
import { fileLines } from '../../io/file-lines.ts';
import { FileRanges } from '../../io/file-ranges.ts';
import { OffsetTable, type SharedOffsets } from '../../io/offset-table.ts';
import { rowsOfLines } from '../../io/results/result-lines.ts';
import type { Row } from '../../io/results/row.ts';
import { keyHash, nameInJson, placeHash, rowHead } from '../../io/results/row-head.ts';

/** Bytes of a row that are read at first. */
const FIRST_BYTES = 1 << 12;
const LF = 10;

/** A place in the files of former rows is one number: the file above these bits, the offset in them. */
const OFFSETS = 2 ** 46;

/** Rows of one instance, and where they stand. */
export interface FormerRows {
  readonly rows: readonly Row[];
  /** Which of the files. */
  readonly source: number;
  readonly start: number;
  readonly end: number;
}

interface RowAt {
  readonly row: Row;
  /** Where its line ends. */
  readonly end: number;
}

/** What is known of former rows, in memory that threads share. */
export interface SharedRows {
  readonly paths: readonly string[];
  readonly places: SharedOffsets;
  readonly keys: SharedOffsets;
}

/**
 * Finds former rows by their place or by their key. In memory are hashes and offsets only, some 100 bytes
 * an instance; the rows are read when they are looked up.
 */
export class RowFinder {
  readonly #paths: readonly string[];
  readonly #places: OffsetTable;
  readonly #keys: OffsetTable;
  readonly #files: (FileRanges | undefined)[] = [];
  #last: { readonly place: number; readonly found: RowAt | null } | null = null;

  constructor({ paths, places, keys }: SharedRows) {
    this.#paths = paths;
    this.#places = new OffsetTable(places);
    this.#keys = new OffsetTable(keys);
  }

  /** The newest rows of a line; of a file, those of its first instance. */
  atPlace(file: string, line: number | null): FormerRows | null {
    const isThere = (row: Row) => row.file === file && (line === null || row.line === line);
    return this.#find(this.#places, placeHash(nameInJson(file), line), isThere);
  }

  /** The newest rows with that key. */
  withKey(key: string): FormerRows | null {
    return this.#find(this.#keys, keyHash(key), (row) => row.key === key);
  }

  close(): void {
    for (const file of this.#files) file?.close();
  }

  #find(table: OffsetTable, hash: number, isTheOne: (row: Row) => boolean): FormerRows | null {
    let first: RowAt | null = null;
    const place = table.find(hash, (offset) => {
      first = this.#rowAt(offset);
      return first !== null && isTheOne(first.row);
    });
    return place === null || first === null ? null : this.#withNextCases(place, first);
  }

  /** The rows of an instance stand one after another, from its case 1 on. */
  #withNextCases(place: number, first: RowAt): FormerRows {
    const rows = [first.row];
    const source = Math.floor(place / OFFSETS);
    let { end } = first;
    for (;;) {
      const next = this.#rowAt(source * OFFSETS + end);
      if (next === null || !isNextCase(next.row, rows.at(-1) as Row)) break;
      rows.push(next.row);
      ({ end } = next);
    }
    return { rows, source, start: place % OFFSETS, end };
  }

  /** The row behind those of an instance is often the first one of the next that is asked for. */
  #rowAt(place: number): RowAt | null {
    if (this.#last?.place !== place) this.#last = { place, found: this.#readAt(place) };
    return this.#last.found;
  }

  #readAt(place: number): RowAt | null {
    const source = Math.floor(place / OFFSETS);
    const start = place % OFFSETS;
    this.#files[source] ??= new FileRanges(this.#paths[source] as string);
    const line = lineAt(this.#files[source], start);
    if (line === null) return null;
    const row = parsed(line);
    return row === null ? null : { row, end: start + line.length + 1 };
  }
}

/** A whole line; null at the end of the file and where its line end is missing. */
function lineAt(file: FileRanges, start: number): Uint8Array | null {
  for (let length = FIRST_BYTES; ; length *= 8) {
    const bytes = file.read(start, start + length);
    const stop = bytes.indexOf(LF);
    if (stop >= 0) return bytes.subarray(0, stop);
    if (bytes.length < length) return null;
  }
}

/** Null for a torn line. */
function parsed(line: Uint8Array): Row | null {
  try {
    return JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.length).toString()) as Row;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function isNextCase(row: Row, before: Row): boolean {
  return row.case === before.case + 1 && row.key === before.key && row.file === before.file;
}

/** The rows in some files, those of earlier files before those of later ones; and how many there are in the last. */
export function indexRows(paths: readonly string[]): SharedRows & { readonly rowsInLast: number } {
  const there = paths.filter((path) => existsSync(path));
  const [places, keys] = [new OffsetTable(), new OffsetTable()];
  let rows = 0;
  for (const [source, path] of there.entries()) {
    rows = 0;
    let file: Uint8Array = new Uint8Array();
    for (const { bytes, start } of fileLines(path)) {
      const head = bytes === null ? null : rowHead(bytes);
      if (head === null) continue;
      rows++;
      if (head.case !== 1) continue;
      const offset = source * OFFSETS + start;
      if (!keys.find(head.keyHash, () => true)) keys.add(head.keyHash, offset);
      const isNewFile = Buffer.compare(file, head.file) !== 0;
      if (head.line === null || isNewFile) places.add(placeHash(head.file, null), offset);
      if (head.line !== null) places.add(placeHash(head.file, head.line), offset);
      if (isNewFile) file = Buffer.from(head.file);
    }
  }
  const rowsInLast = there.at(-1) === paths.at(-1) ? rows : 0;
  return { paths: there, places: places.shared, keys: keys.shared, rowsInLast };
}

const BLOCK = 1 << 20;

/** The rows of a range of whole lines, in blocks of some thousand. */
export function* rowsBetween(path: string, start: number, end: number): Generator<readonly Row[]> {
  for (const lines of linesBetween(path, start, end)) yield rowsOfLines(lines);
}

/** The same lines as they stand. */
export function* linesBetween(path: string, start: number, end: number): Generator<Uint8Array> {
  const file = new FileRanges(path);
  try {
    let length = BLOCK;
    for (let at = start; at < end; ) {
      const bytes = file.read(at, Math.min(end, at + length));
      const stop = bytes.lastIndexOf(LF) + 1;
      if (stop === 0) length *= 2;
      else yield bytes.subarray(0, stop);
      at += stop;
    }
  } finally {
    file.close();
  }
}
