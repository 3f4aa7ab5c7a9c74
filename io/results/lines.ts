import { errorLine } from './error-line.ts';
import type { Row } from './row.ts';
import { csvLines } from './summary-csv.ts';

/** What some rows add to results.jsonl, errors.jsonl and summary.csv, as bytes. */
export interface Lines {
  readonly results: Uint8Array;
  readonly errors: Uint8Array;
  readonly summary: Uint8Array;
}

/** Rows whose lines are one text: a text has room for half a million of them. */
const MOST_ROWS = 10_000;

/** The lines of some rows, in texts of some thousand rows. */
export function* linesOfRows(rows: readonly Row[]): Generator<Lines> {
  for (let at = 0; at < rows.length; at += MOST_ROWS) {
    yield linesOf(rows.length <= MOST_ROWS ? rows : rows.slice(at, at + MOST_ROWS));
  }
}

function linesOf(rows: readonly Row[]): Lines {
  let results = '';
  let errors = '';
  for (const row of rows) {
    results += `${JSON.stringify(row)}\n`;
    errors += errorLine(row);
  }
  return { results: bytesOf(results), errors: bytesOf(errors), summary: bytesOf(csvLines(rows)) };
}

/** Not of the pool of small buffers, all of which would be sent to another thread with it. */
function bytesOf(text: string): Uint8Array {
  return text === '' ? NOTHING : encoder.encode(text);
}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();

/** The rows in some lines of results. */
export function rowsOfLines(results: Uint8Array): Row[] {
  if (results.length === 0) return [];
  const text = Buffer.from(results.buffer, results.byteOffset, results.length - 1).toString();
  return JSON.parse(`[${text.replaceAll('\n', ',')}]`) as Row[];
}
