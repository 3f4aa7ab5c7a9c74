import { Cron } from 'croner';

export interface ScheduleRecord {
  readonly name: string;
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** Name in the IANA time zone database. */
  readonly timezone: string;
  readonly prefix: string;
  readonly paused: boolean;
  readonly overlap: 'skip' | 'queue' | 'parallel';
}

/** A schedule that cannot be read. */
export class CronError extends Error {
  override readonly name = 'CronError';
}

/**
 * The planned times after `from`, as ISO texts; fewer than `count` where there are no more. Throws CronError.
 *
 * A local time that does not exist in spring is planned for the end of the gap, where EventBridge Scheduler
 * leaves it out; one that exists twice in autumn is planned once. Schedules with several hours or minutes
 * leave the gap out, and those with a star are planned at both passes of the repeated hour.
 */
export function nextTimes(record: ScheduleRecord, from: Date, count: number): string[] {
  return cronOf(record)
    .nextRuns(count, from)
    .map((date) => date.toISOString());
}

/** The latest planned time that is after `after` and not after `until`; throws CronError. */
export function latestTime(record: ScheduleRecord, after: Date, until: Date): string | null {
  // A time that is exactly the reference counts as later than it.
  const [latest] = cronOf(record).previousRuns(1, new Date(until.getTime() + 1));
  return latest !== undefined && latest > after ? latest.toISOString() : null;
}

function cronOf({ name, cron, timezone }: ScheduleRecord): Cron {
  const place = `schedule ${name}`;
  let parsed: Cron;
  try {
    parsed = new Cron(cron, { timezone, mode: '5-part', paused: true });
    // The time zone is looked at only when times are asked for.
    parsed.nextRun();
  } catch (error) {
    const found = `${cron} in ${timezone}: ${(error as Error).message}`;
    throw new CronError(`${place}: found ${found}, allowed five fields and an IANA time zone`);
  }
  if (parsed.getPattern() !== undefined) return parsed;
  throw new CronError(`${place}: found the date ${cron}, allowed five fields, as in 0 3 * * *`);
}
