import { GrowingFile } from '../../io/growing-file.ts';
import { ResultLines } from '../../io/results/result-lines.ts';
import type { Row } from '../../io/results/row.ts';
import type { Store } from './in-order.ts';
import type { StoredRange } from './piece.ts';

/** Lines of results that came before their turn, in a file that a later run finds them in. */
export class EarlyLines implements Store {
  readonly #path: () => string;
  readonly #lines = new ResultLines();
  #file: GrowingFile | null = null;

  /** The path is asked for when there is something to write. */
  constructor(path: () => string) {
    this.#path = path;
  }

  put(rows: Iterable<Row>): StoredRange {
    this.#file ??= new GrowingFile(this.#path());
    const { path, size: start } = this.#file;
    for (const row of rows) this.#file.addLine(this.#lines.of(row));
    this.#file.flush();
    return { path, start, end: this.#file.size };
  }
}
