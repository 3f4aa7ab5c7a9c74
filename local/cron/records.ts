import { SCHEDULES, scheduleKey, scheduleName } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { readJson } from '../../io/stores/read-json.ts';
import type { ScheduleRecord } from './planned-times.ts';

/** `schedules/<name>.json` */
export interface StoredSchedule extends ScheduleRecord {
  readonly v: 1;
  /** Nothing is ever deleted: a schedule that was removed says so. */
  readonly removed?: true;
}

/** The record of a schedule; null where there is none, or one that was removed. */
export async function readSchedule(out: ObjectStore, name: string): Promise<StoredSchedule | null> {
  const record = await readJson<StoredSchedule>(out, scheduleKey(name));
  return record === null || record.removed ? null : record;
}

/** The schedules of a store by their names. */
export async function readSchedules(out: ObjectStore): Promise<readonly StoredSchedule[]> {
  const records: StoredSchedule[] = [];
  for await (const { key } of out.list(SCHEDULES)) {
    const name = scheduleName(key);
    const record = name === null ? null : await readSchedule(out, name);
    if (record !== null) records.push(record);
  }
  return records;
}

export async function writeSchedule(out: ObjectStore, schedule: StoredSchedule): Promise<void> {
  await out.put(scheduleKey(schedule.name), JSON.stringify(schedule));
}
