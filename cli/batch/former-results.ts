import { existsSync, readFileSync } from 'node:fs';
import { sha256 } from '../../io/hash.ts';
import { linesOfFile } from '../../io/read-lines.ts';
import { differs } from '../../io/results/differing.ts';
import { byInstance, type Row } from '../../io/results/row.ts';
import type { Instance } from './instance.ts';

/** Why an instance is solved, or why it need not be. */
export type Reason =
  | 'new'
  | 'input or options changed'
  | 'answer missing'
  | 'answer differs'
  | 'failed before'
  | 'cached';

/** Where the results of earlier runs stand. */
export interface FormerFiles {
  readonly results: string;
  readonly written: string;
  readonly journal: string;
}

/** What earlier runs into the same folder found, looked up by content and by name. */
export class FormerResults {
  /** By key, the rows of each instance with that content. */
  readonly #byKey = new Map<string, Row[][]>();
  /** By file, the hash of the answer file that nimbus wrote. */
  readonly #wrote = new Map<string, string | null>();
  /** By file and line, the rows of each instance. */
  readonly #byPlace = new Map<string, Row[]>();
  /** How many rows there are in all. */
  rows = 0;
  /** How many looked-up rows have another name now than when they were solved. */
  renamed = 0;

  /** Whether a run was broken off before it wrote its results. */
  readonly unfinished: boolean;

  /**
   * Reads what the last whole run left (its results, and what it wrote in others' stead), and the
   * journal of one that was broken off after it: a line an instance, the last one perhaps torn.
   */
  constructor({ results, written, journal }: FormerFiles) {
    this.unfinished = existsSync(journal);
    for (const [file, hash] of valuesIn<[string, string]>(written)) this.#wrote.set(file, hash);
    for (const rows of byInstance(valuesIn<Row>(results))) this.#take(rows);
    for (const rows of valuesIn<Row[]>(journal)) this.#take(rows);
  }

  /** What nimbus wrote for files that are not among these. */
  writtenBeside(files: ReadonlySet<string>): readonly (readonly [string, string])[] {
    return [...this.#wrote].flatMap(([file, hash]) =>
      hash === null || files.has(file) ? [] : [[file, hash] as const],
    );
  }

  /** The rows of instances that are not among these files, in the order of their names. */
  rowsBeside(files: ReadonlySet<string>): readonly Row[][] {
    const groups = [...this.#byPlace.values()].filter(([row]) => !files.has(row?.file ?? ''));
    return groups.sort(([a], [b]) => ((a?.file ?? '') < (b?.file ?? '') ? -1 : 1));
  }

  /** The hash of the answer file that we wrote for an instance of that name, or null. */
  formerAnswer(file: string): string | null {
    return this.#wrote.get(file) ?? null;
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
    if (first === undefined) return this.#wrote.has(file) ? 'input or options changed' : 'new';
    if (rows.some(({ status }) => status === 'error')) return 'failed before';
    if (rows.some(differs)) return 'answer differs';
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

  /** Takes the rows of one instance, if they are all there: its cases from 1 on. */
  #take(rows: Row[]): void {
    const [first] = rows;
    if (first === undefined || rows.some((row, at) => row.case !== at + 1)) return;
    this.#byPlace.set(`${first.file}:${first.line ?? ''}`, rows);
    const same = this.#byKey.get(first.key);
    if (same === undefined) this.#byKey.set(first.key, [rows]);
    else same.push(rows);
    this.rows += rows.length;
    this.#wrote.set(first.file, first.wrote_sha256);
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

/** The JSON values of the lines of a file; torn lines are passed over. */
function* valuesIn<Value>(path: string): Generator<Value> {
  for (const line of linesOfFile(path)) {
    try {
      yield JSON.parse(line) as Value;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}
