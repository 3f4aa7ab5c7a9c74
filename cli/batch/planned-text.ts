import { echo } from '../../core/text/echo.ts';
import type { GameTotals, Planned } from '../forecast/totals.ts';
import { duration, grouped } from '../numbers.ts';
import type { Estimate } from './estimate.ts';

/** A JSON line has no need of what a job is cut into: the total tells that of all together. */
export function asJson({ work: _work, ...planned }: Planned) {
  return planned;
}

/** What the cells of an instance are. */
export function headingOf(explain: boolean): string[] {
  const columns = ['game', 'instance', 'cases', 'errors', 'work', 'time', 'memory', 'reason'];
  return explain ? [...columns, 'game known from'] : columns;
}

export function cellsOf(planned: Planned, explain: boolean): string[] {
  const { game, file, line, cases, errors, milliseconds, bytes, units, reason, why } = planned;
  const known = [
    game ?? '?',
    echo(line === null ? file : `${file}:${line}`),
    grouped(cases),
    grouped(errors),
    units === null ? '' : described(units),
    duration(milliseconds),
    megabytes(bytes),
    reason,
  ];
  return explain ? [...known, why] : known;
}

/** `1 743 392 200 pairs of sets`, with the standard error of an estimate. */
function described({ name, count, error }: NonNullable<Estimate['units']>): string {
  const about = error < 0.0005 ? '' : ` ± ${(100 * error).toFixed(1)} %`;
  return `${grouped(Math.round(count))} ${name}${about}`;
}

/** What the cells of a game are. */
export const GAME_HEADING = ['game', 'instances', 'cases', 'errors', 'time', 'memory'];

export function cellsOfGame([game, totals]: readonly [string, GameTotals]): string[] {
  const { instances, cases, errors, milliseconds, bytes } = totals;
  const counts = [instances, cases, errors].map(grouped);
  return [game, ...counts, duration(milliseconds), megabytes(bytes)];
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
