import { echo } from '../../core/text/echo.ts';
import { describeFinding } from '../../core/text/errors.ts';
import type { RunFlags } from '../flags.ts';
import { duration, grouped } from '../numbers.ts';
import { type TableOptions, table } from '../table.ts';
import { shownPath } from './instance.ts';
import type { Row } from './rows.ts';
import type { Tally } from './tally.ts';

const MOST_TABLE_ROWS = 60;
const MOST_MESSAGES = 20;
const WIDEST_CELL = 60;

/** The table of a run that is small enough to be read, else nothing. */
export function instanceTable(rows: readonly Row[], options: TableOptions): string {
  if (rows.length > MOST_TABLE_ROWS) return '';
  const lines = rows.map((row) => [
    row.game ?? '?',
    echo(
      row.line === undefined
        ? row.id
        : `${shownPath({ file: row.file, line: row.line })} ${row.id}`,
    ),
    row.status === 'solved' ? firstLine(row.answer ?? '') : `error: ${echo(row.error?.rule ?? '')}`,
    duration(row.ms_parse + row.ms_solve),
  ]);
  return table(['game', 'instance', 'answer', 'time'], lines, options);
}

function firstLine(answer: string): string {
  const [first = '', ...more] = answer.split('\n');
  const shown = first.length > WIDEST_CELL ? `${first.slice(0, WIDEST_CELL)}…` : first;
  return more.length === 0 ? shown : `${shown} … (${grouped(more.length + 1)} lines)`;
}

/** Up to twenty errors, each with its place and its hint. */
export function errorLines(rows: readonly Row[], errorsFile: string): string[] {
  const failed = rows.filter(({ error }) => error !== undefined);
  const lines = failed.slice(0, MOST_MESSAGES).flatMap(({ file, line, error }) => {
    if (error === undefined) return [];
    const shown = echo(shownPath({ file, line: line ?? null }));
    const hint = error.hint === undefined ? [] : [`  hint: ${error.hint}`];
    return [describeFinding(shown, error), ...hint];
  });
  const more = failed.length - MOST_MESSAGES;
  return more > 0 ? [...lines, `and ${grouped(more)} more errors, see ${errorsFile}`] : lines;
}

/** The last line of a run. */
export function closingLine(tally: Tally, milliseconds: number, place: string): string {
  const { cases, solved, cached, errors, differing, slowest } = tally;
  const parts = [
    `${grouped(cases)} instances: ${grouped(solved)} solved (${grouped(cached)} cached), ${grouped(errors)} errors`,
    ...(differing > 0 ? [`${grouped(differing)} differ from answers that were there`] : []),
    duration(milliseconds),
    ...(slowest === null ? [] : [`slowest ${duration(slowest.ms_solve)} ${echo(slowest.id)}`]),
    place,
  ];
  return parts.join(' · ');
}

export function usesColor(flag: RunFlags['color']): boolean {
  if (flag !== 'auto') return flag === 'always';
  if (process.env['FORCE_COLOR']) return true;
  return !process.env['NO_COLOR'] && process.stdout.isTTY === true;
}
