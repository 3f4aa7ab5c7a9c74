import type { Row } from '../../io/results/row.ts';
import { linesBetween, rowsBetween } from './former-rows.ts';
import { rowsOfPacked } from './packed-rows.ts';
import type { FormerRange, Piece, StoredRange } from './piece.ts';
import type { ResultFiles } from './result-files.ts';

/**
 * Takes the pieces of a run in their order into its files. As long as all of them stand in the results of
 * the last run one after another, there is nothing to write: only how far they reach is remembered.
 */
export class ResultsStream {
  readonly #paths: readonly string[];
  /** The one of these files that holds the results of the last run; null where there is none. */
  readonly #last: number | null;
  readonly #open: () => ResultFiles;
  #files: ResultFiles | null = null;
  #reached = 0;

  /** `paths`: the files of former rows; `open` begins new ones. */
  constructor(paths: readonly string[], last: number | null, open: () => ResultFiles) {
    this.#paths = paths;
    this.#last = last;
    this.#open = open;
  }

  /** Bytes of the results of the last run that are all that there is so far; null where more was written. */
  get unchanged(): number | null {
    return this.#files === null ? this.#reached : null;
  }

  write({ results }: Piece): void {
    if ('former' in results) this.#writeFormer(results.former);
    else if ('stored' in results) this.#writeStored(results.stored);
    else this.files().writeRows(rowsOf(results));
  }

  /** The files with all that came so far. */
  files(): ResultFiles {
    if (this.#files !== null) return this.#files;
    this.#files = this.#open();
    if (this.#last !== null) this.#copy({ source: this.#last, start: 0, end: this.#reached });
    return this.#files;
  }

  discard(): void {
    this.#files?.discard();
    this.#files = null;
  }

  #writeFormer(range: FormerRange): void {
    const { source, start, end } = range;
    const isNext = this.#files === null && source === this.#last && start === this.#reached;
    if (isNext) {
      this.#reached = end;
      return;
    }
    this.files();
    this.#copy(range);
  }

  #copy({ source, start, end }: FormerRange): void {
    this.#writeStored({ path: this.#paths[source] as string, start, end });
  }

  #writeStored({ path, start, end }: StoredRange): void {
    for (const lines of linesBetween(path, start, end)) this.files().writeLines(lines);
  }
}

/** The rows of a piece, some thousand at a time. */
export function* rowsOfPiece(
  paths: readonly string[],
  { results }: Piece,
): Generator<readonly Row[]> {
  if ('former' in results) {
    const { source, start, end } = results.former;
    yield* rowsBetween(paths[source] as string, start, end);
  } else if ('stored' in results) {
    const { path, start, end } = results.stored;
    yield* rowsBetween(path, start, end);
  } else yield* someRows(rowsOf(results));
}

const SOME = 1_000;

function* someRows(rows: Iterable<Row>): Generator<readonly Row[]> {
  let some: Row[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < SOME) continue;
    yield some;
    some = [];
  }
  yield some;
}

/** Rows that are in memory, or what they are made of. */
export type Held = Exclude<
  Piece['results'],
  { readonly former: unknown } | { readonly stored: unknown }
>;

/** The rows that a piece holds, one after another. */
export function rowsOf(results: Held): Iterable<Row> {
  return 'rows' in results ? results.rows : rowsOfPacked(results.packed);
}
