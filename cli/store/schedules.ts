import type { StoredSchedule } from '../../local/cron/records.ts';
import { placeOfBucket } from './address.ts';
import { hasOwnEndpoint, type Place } from './place.ts';

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
