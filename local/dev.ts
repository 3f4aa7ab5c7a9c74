import { scheduleRuns } from '../io/keys.ts';
import type { ObjectStore } from '../io/stores/object-store.ts';
import { readSchedule, readSchedules } from './cron/records.ts';
import { type Schedules, startSchedules } from './cron/schedules.ts';
import { type OwnStack, type StackOptions, startStack } from './stack.ts';

/** Milliseconds between two looks at the inbox, and at the schedules. */
const SWEEP_EVERY = 5 * 60_000;
const SCHEDULES_EVERY = 10_000;

/** A stack that looks after itself: it sweeps the inbox, and fires schedules at their times. */
export async function startDev(
  options: StackOptions,
  onError: (error: unknown) => void,
): Promise<OwnStack> {
  const stack = await startStack({ ...options, lasting: true });
  const timers: NodeJS.Timeout[] = [];
  const schedules = startSchedules({ fire: (name, time) => fire(stack, name, time), onError });
  const every = (milliseconds: number, work: () => Promise<unknown>) => {
    timers.push(setInterval(() => work().catch(onError), milliseconds));
  };
  every(SWEEP_EVERY, () => sweep(stack));
  every(SCHEDULES_EVERY, () => updateSchedules(stack, schedules));
  // At a start nobody is at work on anything: what is not done was left by a process that ended.
  await sweep(stack, 0);
  await updateSchedules(stack, schedules);
  const close = async () => {
    for (const timer of timers) clearInterval(timer);
    await schedules.close();
    await stack.close();
  };
  return { ...stack, close };
}

async function sweep(stack: OwnStack, patience?: number): Promise<void> {
  const time = new Date().toISOString();
  await stack.invoke('sweep', { time, ...(patience !== undefined && { patience }) });
}

async function fire({ invoke, buckets }: OwnStack, schedule: string, time: string): Promise<void> {
  const record = await readSchedule(buckets.out, schedule);
  if (record === null) return;
  const { prefix, overlap } = record;
  await invoke('schedule', { schedule, prefix, time, overlap });
}

async function updateSchedules({ buckets }: OwnStack, schedules: Schedules): Promise<void> {
  const records = await readSchedules(buckets.out);
  const lastFired = new Map<string, string>();
  for (const { name } of records) {
    const latest = await latestRun(buckets.out, name);
    if (latest !== null) lastFired.set(name, latest);
  }
  schedules.update(records, lastFired, new Date());
}

/** The planned time of the newest run. */
async function latestRun(out: ObjectStore, name: string): Promise<string | null> {
  const prefix = scheduleRuns(name);
  let latest: string | null = null;
  for await (const { key } of out.list(prefix)) latest = key.slice(prefix.length, -'.json'.length);
  return latest;
}
