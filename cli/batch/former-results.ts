import { existsSync, readFileSync } from 'node:fs';
import { DIFFERS } from './answer-file.ts';
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
  /** By key, the rows of each instance with that content. */
  readonly #byKey = new Map<string, Row[][]>();
  readonly #byFile = new Map<string, Row>();
  /** By file and line, the rows of each instance. */
  readonly #byPlace = new Map<string, Row[]>();
  /** How many rows there are in all. */
  rows = 0;
  /** How many looked-up rows have another name now than when they were solved. */
  renamed = 0;

  /** Whether a run was broken off before it wrote its results. */
  readonly unfinished: boolean;

  /**
   * Reads the results of the last whole run and the journal of one that was broken off after it, as
   * far as they are there; a torn last line is passed over.
   */
  constructor(results: string | null, journal: string | null) {
    this.unfinished = journal !== null && existsSync(journal);
    for (const file of [results, journal]) {
      if (file !== null && existsSync(file)) this.#read(readFileSync(file, 'utf8'));
    }
  }

  /** The rows of instances that are not among these files, in the order of their names. */
  rowsBeside(files: ReadonlySet<string>): readonly Row[][] {
    const groups = [...this.#byPlace.values()].filter(([row]) => !files.has(row?.file ?? ''));
    return groups.sort(([a], [b]) => ((a?.file ?? '') < (b?.file ?? '') ? -1 : 1));
  }

  /** The hash of the answer file that we wrote for an instance of that name, or null. */
  formerAnswer(file: string): string | null {
    return this.#byFile.get(file)?.wrote_sha256 ?? null;
  }

  /** The rows that still hold for an instance, named as it is now, or none with the reason why not. */
  lookUp(
    instance: Instance,
    key: string,
  ): { readonly reason: Reason; readonly rows: readonly Row[] } {
    const known = this.#byKey.get(key) ?? [];
    const rows = known.find(([row]) => isOf(row, instance)) ?? known[0] ?? [];
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
    if (rows.some(({ warnings }) => warnings.some(({ rule }) => rule === DIFFERS))) {
      return 'answer differs';
    }
    if (answer === null) return 'cached';
    const there = contentOrNull(answer);
    if (there === null) return 'answer missing';
    return sha256(there) === first.answer_sha256 ? 'cached' : 'answer differs';
  }

  #named(row: Row, instance: Instance): Row {
    if (isOf(row, instance)) return row;
    this.renamed++;
    const { file, line } = instance;
    return { ...row, id: idOf(row, instance), file, ...(line === null ? {} : { line }) };
  }

  #read(text: string): void {
    let rows: Row[] = [];
    for (const row of rowsIn(text)) {
      if (row.case === 1) {
        rows = [];
        const same = this.#byKey.get(row.key);
        this.#byPlace.set(`${row.file}:${row.line ?? ''}`, rows);
        if (same === undefined) this.#byKey.set(row.key, [rows]);
        else same.push(rows);
      }
      rows.push(row);
      this.rows++;
      this.#byFile.set(row.file, row);
    }
  }
}

/** Whether a row bears the name that it would get now. */
function isOf(row: Row | undefined, instance: Instance): boolean {
  if (row === undefined || row.file !== instance.file) return false;
  return (row.line ?? null) === instance.line && row.id === idOf(row, instance);
}

function idOf(row: Row, { file, id }: Instance): string {
  return id ?? `${file}#${row.case}`;
}

function contentOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
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
