import { echo } from '../../core/text/echo.ts';
import { describeFinding } from '../../core/text/errors.ts';
import { DIFFERS, differs } from '../../io/results/differing.ts';
import { byInstance, type Row, shownPath } from '../../io/results/row.ts';
import type { RunFlags } from '../flags.ts';
import { counted, duration, grouped } from '../numbers.ts';
import { type TableOptions, table } from '../table.ts';
import type { Tally } from './tally.ts';

/** Instances of a run that is small enough to be read. */
export const MOST_TABLE_ROWS = 40;
/** Errors and differing answers that are told at the end of a run. */
export const MOST_MESSAGES = 20;
const WIDEST_CELL = 50;

/** The table of a run that is small enough to be read, a line an instance; else nothing. */
export function instanceTable(rows: readonly Row[], options: TableOptions): string {
  const instances = [...byInstance(rows)];
  if (instances.length > MOST_TABLE_ROWS) return '';
  return table(['game', 'instance', 'answer', 'time'], instances.map(cells), options);
}

function cells(rows: readonly Row[]): string[] {
  const [first] = rows as [Row];
  const { file, line, id, game, ms_parse } = first;
  const name = line === undefined ? file : `${shownPath({ file, line })} ${id}`;
  const solving = rows.reduce((sum, { ms_solve }) => sum + ms_solve, 0);
  return [game ?? '?', echo(name), shownAnswer(rows), duration(ms_parse + solving)];
}

function shownAnswer(rows: readonly Row[]): string {
  const failed = rows.find(({ error }) => error !== undefined);
  if (failed?.error !== undefined) return `error: ${echo(failed.error.rule)}`;
  const lines = rows.flatMap(({ answer }) => (answer ?? '').split('\n'));
  const shown = lines.join(' ') + (rows.some(differs) ? ' (differs)' : '');
  return shown.length > WIDEST_CELL
    ? `${shown.slice(0, WIDEST_CELL)}… (${grouped(lines.length)} lines)`
    : shown;
}

/** Up to twenty errors and differing answers, each with its place and its hint. */
export function errorLines(rows: readonly Row[], errorsFile: string): string[] {
  const lines = rows.flatMap(messagesOf);
  return cutOff(lines.slice(0, MOST_MESSAGES), lines.length, errorsFile);
}

/** The first of so many messages, and where the others are. */
export function cutOff(shown: readonly string[], all: number, errorsFile: string): string[] {
  const more = all - shown.length;
  return more > 0 ? [...shown, `and ${counted(more, 'more line')}, see ${errorsFile}`] : [...shown];
}

/** What is told of a row: that its answer differs from another, or its error with its hint. */
export function messagesOf({ id, file, line, game, error, warnings }: Row): string[] {
  const shown = echo(shownPath({ file, line: line ?? null }));
  const differing = warnings.filter(({ rule }) => rule === DIFFERS);
  const remarks = differing.map(({ rule, message }) => `${shown}: ${rule}: ${message}`);
  if (error === undefined) return remarks;
  // Without a place in the file, at least the case.
  const isOfCase = error.place === null && line === undefined && game !== null;
  const message = describeFinding(isOfCase ? echo(id) : shown, error);
  return [...remarks, error.hint === undefined ? message : `${message}\n  hint: ${error.hint}`];
}

/** The last line of a run. */
export function closingLine({ counts }: Tally, milliseconds: number, place: string): string {
  const { cases, solved, cached, errors, differing, slowest } = counts;
  const parts = [
    `${counted(cases, 'instance')}: ${grouped(solved)} solved (${grouped(cached)} cached), ${counted(errors, 'error')}`,
    ...(differing > 0 ? [`${grouped(differing)} differ from answers that were there`] : []),
    duration(milliseconds),
    ...(slowest === null ? [] : [`slowest ${duration(slowest.ms_solve)} ${echo(slowest.id)}`]),
    place,
  ];
  return parts.join(' · ');
}

export function usesColor(flag: RunFlags['color']): boolean {
  if (flag !== 'auto') return flag === 'always';
  const force = process.env['FORCE_COLOR'] ?? '';
  if (force !== '') return force !== '0';
  return !process.env['NO_COLOR'] && process.stdout.isTTY === true;
}
