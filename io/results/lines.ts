import { errorLine } from './error-line.ts';
import type { Row } from './row.ts';
import { csvLines } from './summary-csv.ts';

/** What some rows add to results.jsonl, errors.jsonl and summary.csv. */
export interface Lines {
  readonly results: string;
  readonly errors: string;
  readonly summary: string;
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
  return { results, errors, summary: csvLines(rows) };
}

/** The rows in some lines of results. */
export function rowsOfLines(results: string): Row[] {
  if (results === '') return [];
  return JSON.parse(`[${results.slice(0, -1).replaceAll('\n', ',')}]`) as Row[];
}
