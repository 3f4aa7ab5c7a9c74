import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { GrowingFile } from '../../io/growing-file.ts';
import { type Lines, linesOfRows, rowsOfLines } from '../../io/results/lines.ts';
import type { Row } from '../../io/results/row.ts';
import { csvHeading } from '../../io/results/summary-csv.ts';
import { ParquetSummary } from '../../io/results/summary-parquet.ts';

/** What a summary says of its origin. */
export type Provenance = Readonly<Record<string, string>>;

/** The files of results, while they grow under other names. */
export class ResultFiles {
  readonly #results: GrowingFile;
  readonly #errors: GrowingFile;
  readonly #summary: GrowingFile;
  readonly #parquet: GrowingFile;
  readonly #columns: ParquetSummary;

  /** In the folder `working`; the results themselves grow in `journal`. */
  constructor(working: string, journal: string, provenance: Provenance) {
    this.#results = new GrowingFile(journal);
    this.#errors = new GrowingFile(join(working, 'errors.jsonl'));
    this.#summary = new GrowingFile(join(working, 'summary.csv'));
    this.#summary.write(csvHeading);
    this.#parquet = new GrowingFile(join(working, 'summary.parquet'));
    this.#columns = new ParquetSummary(provenance);
  }

  /** Where the results are until they are moved. */
  get resultsPath(): string {
    return this.#results.path;
  }

  /** The lines of the next instances. */
  write(lines: Lines): void {
    this.#write(lines);
    this.#addRows(rowsOfLines(lines.results));
  }

  writeRows(rows: readonly Row[]): void {
    for (const lines of linesOfRows(rows)) this.#write(lines);
    this.#addRows(rows);
  }

  #write({ results, errors, summary }: Lines): void {
    this.#results.write(results);
    this.#errors.write(errors);
    this.#summary.write(summary);
  }

  #addRows(rows: readonly Row[]): void {
    for (const row of rows) {
      const bytes = this.#columns.add(row);
      if (bytes !== null) this.#parquet.write(bytes);
    }
  }

  /**
   * Waits for the disk and moves the files to where they belong, the results last: as long as they have
   * not moved, the next run does it again.
   */
  moveTo(folder: string): void {
    this.#parquet.write(this.#columns.finish());
    const files = [
      { file: this.#errors, name: 'errors.jsonl' },
      { file: this.#summary, name: 'summary.csv' },
      { file: this.#parquet, name: 'summary.parquet' },
      { file: this.#results, name: 'results.jsonl' },
    ];
    for (const { file } of files) file.finish();
    for (const { file, name } of files) renameSync(file.path, join(folder, name));
  }

  discard(): void {
    for (const file of [this.#errors, this.#summary, this.#parquet, this.#results]) file.discard();
  }
}
