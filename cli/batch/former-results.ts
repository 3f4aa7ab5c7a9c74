import { existsSync, readFileSync } from 'node:fs';
import type { Instance } from './instance.ts';
import { type Row, sha256 } from './rows.ts';

/** Why an instance is solved, or why it need not be. */
export type Reason =
  | 'new'
  | 'input or options changed'
  | 'answer missing'
  | 'answer differs'
  | 'failed before'
  | 'cached';

/** What earlier runs into the same folder found, looked up by content and by name. */
export class FormerResults {
  readonly #byKey = new Map<string, readonly Row[]>();
  readonly #byFile = new Map<string, Row>();
  /** How many rows there are in all. */
  rows = 0;
  /** How many looked-up rows have another name now than when they were solved. */
  renamed = 0;

  /** Reads the rows in the files that are there; a torn last line is passed over. */
  constructor(files: readonly string[]) {
    for (const file of files) if (existsSync(file)) this.#read(readFileSync(file, 'utf8'));
  }

  /** The hash of the answer file that we wrote for an instance of that name, or null. */
  formerAnswer(file: string): string | null {
    return this.#byFile.get(file)?.answer_sha256 ?? null;
  }

  /** The rows that still hold for an instance, named as it is now, or none with the reason why not. */
  lookUp(
    instance: Instance,
    key: string,
  ): { readonly reason: Reason; readonly rows: readonly Row[] } {
    const rows = this.#byKey.get(key) ?? [];
    const reason = this.#reason(instance, rows);
    return {
      reason,
      rows: reason === 'cached' ? rows.map((row) => this.#named(row, instance)) : [],
    };
  }

  #reason({ file, answer }: Instance, rows: readonly Row[]): Reason {
    const [first] = rows;
    if (first === undefined) return this.#byFile.has(file) ? 'input or options changed' : 'new';
    if (rows.some(({ status }) => status === 'error')) return 'failed before';
    if (answer === null) return 'cached';
    if (!existsSync(answer)) return 'answer missing';
    return sha256(readFileSync(answer)) === first.answer_sha256 ? 'cached' : 'answer differs';
  }

  #named(row: Row, { file, line, id }: Instance): Row {
    const name = { id: id ?? `${file}#${row.case}`, file, ...(line === null ? {} : { line }) };
    if (name.id === row.id && file === row.file && line === (row.line ?? null)) return row;
    this.renamed++;
    return { ...row, ...name };
  }

  #read(text: string): void {
    let rows: Row[] = [];
    for (const row of rowsIn(text)) {
      const [first] = rows;
      if (
        first !== undefined &&
        (first.key !== row.key || first.file !== row.file || row.case === 1)
      ) {
        rows = [];
      }
      rows.push(row);
      this.rows++;
      this.#byKey.set(row.key, rows);
      this.#byFile.set(row.file, row);
    }
  }
}

function* rowsIn(text: string): Generator<Row> {
  for (const line of text.split('\n')) {
    if (!line.endsWith('}')) continue;
    try {
      yield JSON.parse(line) as Row;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}
