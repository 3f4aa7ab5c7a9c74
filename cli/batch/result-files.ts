import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { GrowingFile } from '../../io/growing-file.ts';
import { errorLine } from '../../io/results/error-line.ts';
import { ResultLines, rowsOfLines } from '../../io/results/result-lines.ts';
import type { Row } from '../../io/results/row.ts';
import { CsvLines, csvHeading } from '../../io/results/summary-csv.ts';
import { ParquetSummary } from '../../io/results/summary-parquet.ts';

/** What a summary says of its origin. */
export type Provenance = Readonly<Record<string, string>>;

/** The files of results, while they grow under other names. */
export class ResultFiles {
  readonly #results: GrowingFile;
  readonly #errors: GrowingFile;
  readonly #summary: GrowingFile;
  readonly #parquet: GrowingFile;
  readonly #lines = new ResultLines();
  readonly #cells = new CsvLines();
  readonly #columns: ParquetSummary;

  /** In the folder `working`; the results themselves grow in `journal`. */
  constructor(working: string, journal: string, provenance: Provenance) {
    this.#results = new GrowingFile(journal);
    this.#errors = new GrowingFile(join(working, 'errors.jsonl'));
    this.#summary = new GrowingFile(join(working, 'summary.csv'));
    this.#summary.addLine(csvHeading);
    this.#parquet = new GrowingFile(join(working, 'summary.parquet'));
    this.#columns = new ParquetSummary(provenance);
  }

  /** Where the results are until they are moved. */
  get resultsPath(): string {
    return this.#results.path;
  }

  /** The rows of the next instances, which outlive the process from now on. */
  writeRows(rows: Iterable<Row>): void {
    for (const row of rows) {
      this.#results.addLine(this.#lines.of(row));
      this.#summarize(row);
    }
    this.#results.flush();
  }

  /** The same where their lines are there. */
  writeLines(results: Uint8Array): void {
    this.#results.write(results);
    for (const row of rowsOfLines(results)) this.#summarize(row);
  }

  #summarize(row: Row): void {
    this.#errors.addLine(errorLine(row));
    this.#summary.addLine(this.#cells.of(row));
    const bytes = this.#columns.add(row);
    if (bytes !== null) this.#parquet.write(bytes);
  }

  /**
   * Waits for the disk, for all files at the same time, and moves them to where they belong, the results last:
   * as long as they have not moved, the next run does it again.
   */
  async moveTo(folder: string): Promise<void> {
    this.#parquet.write(this.#columns.finish());
    const files = [
      { file: this.#errors, name: 'errors.jsonl' },
      { file: this.#summary, name: 'summary.csv' },
      { file: this.#parquet, name: 'summary.parquet' },
      { file: this.#results, name: 'results.jsonl' },
    ];
    await Promise.all(files.map(({ file }) => file.finish()));
    for (const { file, name } of files) renameSync(file.path, join(folder, name));
  }

  discard(): void {
    for (const file of [this.#errors, this.#summary, this.#parquet, this.#results]) file.discard();
  }
}
