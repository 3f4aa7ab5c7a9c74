import { echo } from '../../core/text/echo.ts';
import { CommonParts, isPlain } from './plain-row.ts';
import type { Row } from './row.ts';

/** Characters of an answer that a summary shows. */
const LONGEST_CELL = 200;

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

/** Makes the lines of summary.csv, RFC 4180 with LF. Answers of more than 200 characters stand in results.jsonl only. */
export class CsvLines {
  readonly #common = new CommonParts(partsOf);

  of(row: Row): string {
    if (!isPlain(row)) return `${cells(row).map(quoted).join(',')}\n`;
    const { toCase, toAnswer, toSolving, toEnd } = this.#common.of(row);
    const start = `${quoted(guarded(row.id))}${toCase}${row.case}${toAnswer}`;
    return `${start}${quoted(shortAnswer(row))}${toSolving}${row.ms_solve},${row.ops}${toEnd}`;
  }
}

/** What stands between the cells that the cases of an instance differ in: no rule, for one, and no warning. */
function partsOf({ file, game, sha256_in, answer_sha256, ms_parse, solver }: Row) {
  return {
    toCase: `,${quoted(guarded(file))},`,
    toAnswer: `,${quoted(game)},solved,`,
    toSolving: `,,,,,${quoted(sha256_in)},${quoted(answer_sha256)},${ms_parse},`,
    toEnd: `,${quoted(solver)}\n`,
  };
}

/** By hand, for this is done between the answers of a run: the package for it took ten times as long. */
function quoted(cell: string | number | null): string {
  const text = cell === null ? '' : `${cell}`;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An answer that a summary shows; null for a longer one. */
export function shortAnswer({ answer }: Row): string | null {
  return answer === null || answer.length > LONGEST_CELL ? null : answer;
}

function cells(row: Row): (string | number | null)[] {
  return [
    guarded(row.id),
    guarded(row.file),
    row.case,
    row.game,
    row.status,
    shortAnswer(row),
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
