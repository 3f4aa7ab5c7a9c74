import { echo } from '../../core/text/echo.ts';
import type { Row } from './row.ts';

/** Characters of an answer that a summary shows. */
export const LONGEST_CELL = 200;

const COLUMNS = [
  'id',
  'file',
  'case',
  'game',
  'status',
  'answer',
  'rule',
  'found',
  'allowed',
  'warnings',
  'sha256_in',
  'answer_sha256',
  'ms_parse',
  'ms_solve',
  'ops',
  'solver',
] as const;

const NEEDS_QUOTES = /[",\r\n]/;
/** Shows as it is, and starts no formula. */
const PLAIN = /^[\w!.#/:][ -~]{0,190}$/;

/** The heading of summary.csv. */
export const csvHeading = `${COLUMNS.join(',')}\n`;

/** One line a case, RFC 4180 with LF. Answers of more than 200 characters stand in results.jsonl only. */
export function csvLines(rows: readonly Row[]): string {
  return rows.map((row) => `${cells(row).map(quoted).join(',')}\n`).join('');
}

/** By hand, for this is done between the answers of a run: the package for it took ten times as long. */
function quoted(cell: string | number | null): string {
  const text = cell === null ? '' : `${cell}`;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cells(row: Row): (string | number | null)[] {
  return [
    guarded(row.id),
    guarded(row.file),
    row.case,
    row.game,
    row.status,
    row.answer === null || row.answer.length > LONGEST_CELL ? null : row.answer,
    guarded(row.error?.rule ?? null),
    guarded(row.error?.found ?? null),
    guarded(row.error?.allowed ?? null),
    row.warnings.map(({ rule }) => rule).join(' '),
    row.sha256_in,
    row.answer_sha256,
    row.ms_parse,
    row.ms_solve,
    row.ops,
    row.solver,
  ];
}

/**
 * A text that a user may have a hand in, for a pack brings its own findings. One that a spreadsheet would
 * take for a formula gets a quote before it (CWE-1236).
 */
function guarded(text: string | null): string | null {
  if (text === null) return null;
  if (PLAIN.test(text)) return text;
  const shown = echo(text);
  return /^[=+\-@\t\r]/.test(text) ? `'${shown}` : shown;
}
