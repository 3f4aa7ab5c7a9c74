import { CronError, nextTimes } from '../local/cron/planned-times.ts';
import {
  readSchedule,
  readSchedules,
  type StoredSchedule,
  writeSchedule,
} from '../local/cron/records.ts';
import type { Context } from './context.ts';
import { RefusedError, UsageError } from './failures.ts';
import type { AddFlags, ListFlags, PauseFlags, ScheduleFlags } from './schedule-flags.ts';
import { fireNow } from './store/fire-schedule.ts';
import { type Need, openPlace, type Place, storeOf } from './store/place.ts';
import { schedulerOf } from './store/schedules.ts';
import { writeError, writeOut } from './streams.ts';
import { table } from './table.ts';

const TIMES = 5;

/** `nimbus schedule add NAME`: evaluates everything under a prefix at planned times. */
export async function add(this: Context, flags: AddFlags, name: string): Promise<void> {
  const schedule = newSchedule(name, flags);
  const times = timesOf(schedule, TIMES);
  if (flags.dryRun) return printTimes(schedule, times, flags);
  const store = async (place: Place) => {
    const { out } = place.buckets;
    const isNew = (await readSchedule(out, name)) === null;
    await (await schedulerOf(place)).put(schedule);
    await writeSchedule(out, schedule);
    if (flags.json) writeOut(`${JSON.stringify({ ...schedule, next: times })}\n`);
    else writeError(`${name} ${isNew ? 'added' : 'replaced'}, next ${times[0] ?? 'never'}\n`);
  };
  await inStore(flags, store, 'new-storage');
}

/** `nimbus schedule list` */
export async function list(this: Context, flags: ListFlags): Promise<void> {
  await inStore(flags, async ({ buckets: { out } }) => {
    const schedules = (await readSchedules(out)).map((schedule) => ({
      ...schedule,
      next: schedule.paused ? null : (timesOf(schedule, 1)[0] ?? null),
    }));
    if (flags.json) {
      writeOut(`${JSON.stringify({ v: 1, schedules })}\n`);
      return;
    }
    const rows = schedules.map(({ name, cron, timezone, prefix, overlap, next }) => {
      return [name, cron, timezone, prefix, overlap, next ?? 'paused'];
    });
    const heading = ['name', 'cron', 'time zone', 'prefix', 'overlap', 'next'];
    writeOut(table(heading, rows, { plain: flags.plain ?? false, color: false }));
  });
}

/** `nimbus schedule rm NAME` */
export async function rm(this: Context, flags: ScheduleFlags, name: string): Promise<void> {
  await inStore(flags, async (place) => {
    const schedule = await existing(place, name);
    await (await schedulerOf(place)).remove(name);
    await writeSchedule(place.buckets.out, { ...schedule, removed: true });
    writeError(`${name} removed\n`);
  });
}

/** `nimbus schedule pause NAME [--off]` */
export async function pause(this: Context, flags: PauseFlags, name: string): Promise<void> {
  await inStore(flags, async (place) => {
    const schedule = { ...(await existing(place, name)), paused: flags.off !== true };
    await (await schedulerOf(place)).put(schedule);
    await writeSchedule(place.buckets.out, schedule);
    const next = schedule.paused ? 'paused' : `goes on, next ${timesOf(schedule, 1)[0] ?? 'never'}`;
    writeError(`${name} ${next}\n`);
  });
}

/** `nimbus schedule run NAME`: fires it now, whatever its times, and whether or not it is paused. */
export async function run(this: Context, flags: ScheduleFlags, name: string): Promise<void> {
  await inStore(flags, async (place) => {
    const announced = await fireNow(place, await existing(place, name));
    if (flags.json) writeOut(`${JSON.stringify({ v: 1, schedule: name, announced })}\n`);
    else writeError(`${name} fired: ${announced} uploads to solve\n`);
  });
}

async function inStore(
  flags: ScheduleFlags,
  work: (place: Place) => Promise<void>,
  need: Need = 'storage',
): Promise<void> {
  const place = await openPlace(storeOf(flags), flags, need);
  try {
    await work(place);
  } finally {
    await place.close();
  }
}

async function existing({ buckets: { out } }: Place, name: string): Promise<StoredSchedule> {
  const schedule = await readSchedule(out, checkedName(name));
  if (schedule !== null) return schedule;
  throw new RefusedError(
    `${name}: unknown-schedule: found no schedule of that name in ${out.address}, allowed one that nimbus schedule list names`,
  );
}

function newSchedule(name: string, flags: AddFlags): StoredSchedule {
  const { cron, tz: timezone, overlap } = flags;
  const prefix = flags.prefix.startsWith('inbox/') ? flags.prefix : `inbox/${flags.prefix}`;
  return { v: 1, name: checkedName(name), cron, timezone, prefix, overlap, paused: false };
}

/** The stack has a schedule of its own in the same group. */
const TAKEN = 'sweep';

function checkedName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== TAKEN) return name;
  throw new UsageError(
    `NAME: found '${name}', allowed 1 to 64 letters, digits, dots, hyphens and underlines, other than ${TAKEN}`,
  );
}

function timesOf(schedule: StoredSchedule, count: number): string[] {
  try {
    return nextTimes(schedule, new Date(), count);
  } catch (error) {
    throw error instanceof CronError ? new UsageError(error.message) : error;
  }
}

/** The planned times, on the clock of the time zone and as they name the runs. */
function printTimes({ timezone }: StoredSchedule, times: readonly string[], flags: AddFlags): void {
  if (flags.json) {
    writeOut(`${JSON.stringify({ v: 1, timezone, times })}\n`);
    return;
  }
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  for (const time of times) writeOut(`${clock.format(new Date(time))} ${timezone} = ${time}\n`);
}
