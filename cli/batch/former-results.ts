import { constants, readFileSync } from 'node:fs';
import { sha256 } from '../../io/hash.ts';
import { linesOfFile } from '../../io/read-lines.ts';
import { differs } from '../../io/results/differing.ts';
import type { Row } from '../../io/results/row.ts';
import { wholeAnswer } from '../../io/results/whole-answer.ts';
import { type FormerRows, indexRows, RowFinder, type SharedRows } from './former-rows.ts';
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
  /** Of the last whole run. */
  readonly results: string;
  /** What nimbus wrote for files that do not stand there. */
  readonly written: string;
  /** Of runs that were broken off after it, the newest first. */
  readonly journals: readonly string[];
}

/** What earlier runs into the same folder found; threads share the larger part of it. */
export interface Former extends SharedRows {
  /** By file, the hash of the answer file that nimbus wrote. */
  readonly written: ReadonlyMap<string, string>;
  /** Rows in the results of the last whole run. */
  readonly rows: number;
}

/** Nothing is known. */
export const NOTHING_FORMER: Former = formerOf({ results: '', written: '', journals: [] });

/** Reads what the last whole run left, and what runs left that were broken off after it; O(bytes) time. */
export function formerOf({ results, written, journals }: FormerFiles): Former {
  const { rowsInLast: rows, ...shared } = indexRows([...journals, results]);
  return { ...shared, rows, written: new Map(valuesIn<[string, string]>(written)) };
}

/** What is known of an instance. */
export interface Known {
  readonly reason: Reason;
  /** Its rows where they still hold, named as they are now. */
  readonly rows: readonly Row[];
  /** Where these rows stand as they are; null where they have another name now. */
  readonly place: FormerRows | null;
}

/** Looks up what earlier runs found, by content and by name. */
export class FormerResults {
  readonly #written: Former['written'];
  readonly #rows: RowFinder;
  readonly isEmpty: boolean;

  constructor(former: Former) {
    this.#written = former.written;
    this.#rows = new RowFinder(former);
    this.isEmpty = former.paths.length === 0 && former.written.size === 0;
  }

  /** The hash of the answer file that we wrote for an instance of that name, or null. */
  formerAnswer(file: string): string | null {
    if (this.isEmpty) return null;
    const [row] = this.#rows.atPlace(file, null)?.rows ?? [];
    return row === undefined ? (this.#written.get(file) ?? null) : row.wrote_sha256;
  }

  /** The rows that still hold for an instance, or none with the reason why not. */
  lookUp(instance: Named, key: string): Known {
    if (this.isEmpty) return { reason: 'new', rows: [], place: null };
    const found = this.#found(instance, key);
    if (found === null) return { reason: this.#reasonWithout(instance), rows: [], place: null };
    const reason = reasonFor(instance, found.rows);
    if (reason !== 'cached') return { reason, rows: [], place: null };
    if (isOf(found.rows[0], instance)) return { reason, rows: found.rows, place: found };
    const former = this.formerAnswer(instance.file);
    return { reason, rows: found.rows.map((row) => named(row, instance, former)), place: null };
  }

  /** Rows of an instance with that content, of its own if there are such. */
  #found({ file, line }: Named, key: string): FormerRows | null {
    const here = this.#rows.atPlace(file, line);
    const known = here?.rows[0]?.key === key ? here : this.#rows.withKey(key);
    return known !== null && isWhole(known.rows) ? known : null;
  }

  #reasonWithout({ file }: Named): Reason {
    const isKnown = this.#written.has(file) || this.#rows.atPlace(file, null) !== null;
    return isKnown ? 'input or options changed' : 'new';
  }
}

/** What of an instance tells which rows are its own. */
type Named = Pick<Instance, 'file' | 'line' | 'id' | 'answer'>;

/** False for rows of which some are missing: the hash of the whole answer tells. */
export function isWhole(rows: readonly Row[]): boolean {
  const [first] = rows;
  if (first === undefined || first.case !== 1) return false;
  if (rows.some(({ status }) => status === 'error')) return true;
  return wholeAnswer(rows) !== null;
}

function reasonFor({ answer }: Named, rows: readonly Row[]): Reason {
  const [first] = rows as [Row];
  if (rows.some(({ status }) => status === 'error')) return 'failed before';
  if (rows.some(differs)) return 'answer differs';
  if (answer === null) return 'cached';
  const there = contentOrNull(answer);
  if (there === null) return 'answer missing';
  return sha256(there) === first.answer_sha256 ? 'cached' : 'answer differs';
}

/**
 * With its fields in the order of all rows. The answer of that name is ours only where a former run wrote it
 * under that name: a user may have the same answer to the same input.
 */
function named(row: Row, instance: Named, former: string | null): Row {
  const { id: _id, file: _file, line: _line, ...rest } = row;
  const { file, line } = instance;
  const wrote = former === row.answer_sha256 ? former : null;
  const id = idOf(row, instance);
  return { id, file, ...(line === null ? {} : { line }), ...rest, wrote_sha256: wrote };
}

/** Whether a row bears the name that it would get now. */
function isOf(row: Row | undefined, instance: Named): boolean {
  if (row === undefined || row.file !== instance.file) return false;
  return (row.line ?? null) === instance.line && row.id === idOf(row, instance);
}

function idOf(row: Row, { file, id }: Named): string {
  return id ?? `${file}#${row.case}`;
}

/** Who opens a pipe waits for somebody to write into it, unless he says that he does not. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

function contentOrNull(path: string): Uint8Array | null {
  try {
    return readFileSync(path, { flag: AT_ONCE });
  } catch {
    // Whoever writes it will say what is in the way.
    return null;
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
