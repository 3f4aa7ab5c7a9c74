import { UsageError } from '../failures.ts';

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
/** What the first step of a `*` counts from: minute, hour, day, month. */
const FIRST = ['0', '0', '1', '1'] as const;

/**
 * Five cron fields as EventBridge Scheduler writes them: with a year, and with one of the two days left
 * open. Throws UsageError where both days are given, for cron fires on either and EventBridge has no such
 * rule, and for days of the week other than numbers, names, ranges and steps.
 */
export function awsCron(cron: string): string {
  const fields = cron.trim().split(/\s+/);
  const [minute, hour, day = '', month] = fields.map((field, at) =>
    field.replaceAll('*/', `${FIRST[at]}/`),
  );
  const weekday = fields[4] ?? '*';
  if (weekday === '*') return `cron(${minute} ${hour} ${day} ${month} ? *)`;
  if (day === '*') return `cron(${minute} ${hour} ? ${month} ${weekdays(weekday)} *)`;
  throw new UsageError(
    `--cron: found '${cron}' with a day of the month and a day of the week, allowed one of them on AWS; add two schedules`,
  );
}

/** As a list of names: EventBridge counts from 1 where cron counts from 0. */
function weekdays(field: string): string {
  const days = new Set(field.split(',').flatMap(daysOf));
  return DAYS.filter((_, at) => days.has(at)).join(',');
}

function daysOf(item: string): number[] {
  const match = /^(\*|[a-z]{3}|[0-7])(?:-([a-z]{3}|[0-7]))?(?:\/([1-7]))?$/i.exec(item);
  const [, from = '', to, step = '1'] = match ?? [];
  const first = from === '*' ? 0 : numberOf(from);
  const last = from === '*' ? 6 : to !== undefined ? numberOf(to) : match?.[3] ? 6 : first;
  if (match === null || first < 0 || last < first) {
    throw new UsageError(
      `--cron: found the day of the week '${item}', allowed numbers, names, ranges and steps on AWS, such as 1-5 or MON`,
    );
  }
  const days: number[] = [];
  for (let day = first; day <= last; day += Number(step)) days.push(day % 7);
  return days;
}

function numberOf(day: string): number {
  return /^\d$/.test(day) ? Number(day) : DAYS.indexOf(day.toUpperCase() as (typeof DAYS)[number]);
}
