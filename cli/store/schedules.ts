import { readJson } from '../../functions/job/job-state.ts';
import { SCHEDULES, scheduleKey, scheduleName } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { ScheduleRecord } from '../../local/cron/planned-times.ts';
import { placeOfBucket } from './address.ts';
import { hasOwnEndpoint, type Place } from './place.ts';

/** `schedules/<name>.json` */
export interface StoredSchedule extends ScheduleRecord {
  readonly v: 1;
  /** Nothing is ever deleted: a schedule that was removed says so. */
  readonly removed?: true;
}

/** Whoever fires schedules, beside their records. */
export interface Scheduler {
  put(schedule: StoredSchedule): Promise<void>;
  remove(name: string): Promise<void>;
}

/** A running `nimbus dev` reads the records itself. */
const READS_RECORDS: Scheduler = {
  put: async () => undefined,
  remove: async () => undefined,
};

/** Who fires the schedules of a store: EventBridge Scheduler on AWS, the local stack elsewhere. */
export async function schedulerOf({ address }: Place): Promise<Scheduler> {
  const place = address.kind === 's3' ? placeOfBucket(address.out) : null;
  if (place === null || hasOwnEndpoint('SCHEDULER')) return READS_RECORDS;
  const { EventBridge } = await import('./event-bridge.ts');
  return new EventBridge(place);
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
