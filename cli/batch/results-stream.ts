import { rowsOfLines } from '../../io/results/lines.ts';
import type { Row } from '../../io/results/row.ts';
import { rowsBetween } from './former-rows.ts';
import type { FormerRange, Piece } from './piece.ts';
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
    else if ('rows' in results) this.files().writeRows(results.rows);
    else for (const lines of results.lines) this.files().write(lines);
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

  #copy(range: FormerRange): void {
    for (const rows of formerRows(this.#paths, range)) this.files().writeRows(rows);
  }
}

/** The rows of a range, some thousand at a time. */
export function formerRows(
  paths: readonly string[],
  { source, start, end }: FormerRange,
): Iterable<readonly Row[]> {
  return rowsBetween(paths[source] as string, start, end);
}

/** The rows of a piece, some thousand at a time. */
export function* rowsOfPiece(
  paths: readonly string[],
  { results }: Piece,
): Generator<readonly Row[]> {
  if ('former' in results) yield* formerRows(paths, results.former);
  else if ('rows' in results) yield results.rows;
  else for (const { results: lines } of results.lines) yield rowsOfLines(lines);
}
