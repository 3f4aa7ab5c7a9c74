import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  CronError,
  latestTime,
  nextTimes,
  type ScheduleRecord,
} from '../../../local/cron/planned-times.ts';
import { DueSchedules, startSchedules } from '../../../local/cron/schedules.ts';

afterEach(() => {
  vi.useRealTimers();
});

function record(cron: string, timezone = 'Europe/Berlin'): ScheduleRecord {
  return { name: 'nightly', cron, timezone, prefix: 'inbox/', paused: false, overlap: 'skip' };
}

test.each([
  ['the winter', '0 3 * * *', '2027-01-10T12:00:00Z', '2027-01-11T02:00:00.000Z'],
  ['the summer', '0 3 * * *', '2027-07-10T12:00:00Z', '2027-07-11T01:00:00.000Z'],
  ['the gap of spring', '30 2 * * *', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z'],
  ['the day after the gap', '30 2 * * *', '2027-03-28T12:00:00Z', '2027-03-29T00:30:00.000Z'],
  ['the doubled hour', '30 2 * * *', '2027-10-30T12:00:00Z', '2027-10-31T00:30:00.000Z'],
  ['after the doubled hour', '30 2 * * *', '2027-10-31T00:30:00Z', '2027-11-01T01:30:00.000Z'],
  ['a leap day', '0 0 29 2 *', '2027-01-01T00:00:00Z', '2028-02-28T23:00:00.000Z'],
])('%s: the next time of %s', (_, cron, from, next) => {
  for (const timezone of ['Europe/Berlin', 'Europe/Paris']) {
    expect(nextTimes(record(cron, timezone), new Date(from), 1)).toEqual([next]);
  }
});

test('as many times are named as are asked for, or as there are', () => {
  expect(nextTimes(record('0 3 * * *'), new Date('2027-03-27T00:00:00Z'), 5)).toEqual([
    '2027-03-27T02:00:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T01:00:00.000Z',
    '2027-03-30T01:00:00.000Z',
    '2027-03-31T01:00:00.000Z',
  ]);
  expect(nextTimes(record('0 0 31 2 *'), new Date('2027-01-01T00:00:00Z'), 5)).toEqual([]);
});

test.each([
  ['* * * * * *', 'UTC'],
  ['0 25 * * *', 'UTC'],
  ['at noon', 'UTC'],
  ['2027-01-01T00:00:00', 'UTC'],
  ['0 3 * * *', 'Mars/Olympus'],
])('the schedule %s in %s is refused with what was found', (cron, timezone) => {
  const refused = () => nextTimes(record(cron, timezone), new Date(), 1);
  expect(refused).toThrow(CronError);
  expect(refused).toThrow(cron);
});

const crons = ['30 2 * * *', '*/20 * * * *', '0 1,2,3 * * *', '15 2-3 * * 0', '0 0 1 * *'];

test('the latest time is the last of the next times, around both changes of the clock too', () => {
  const minutes = fc.integer({ min: -3000, max: 3000 });
  const change = fc.constantFrom('2027-03-28T00:00:00Z', '2027-10-31T00:00:00Z');
  fc.assert(
    fc.property(fc.constantFrom(...crons), change, minutes, minutes, (cron, day, a, b) => {
      const at = (minute: number) => new Date(Date.parse(day) + minute * 60_000);
      const [after, until] = [at(Math.min(a, b)), at(Math.max(a, b))];
      const times = nextTimes(record(cron), after, 400).filter((time) => new Date(time) <= until);
      expect(latestTime(record(cron), after, until)).toBe(times.at(-1) ?? null);
    }),
  );
});

/** Schedules whose clock is the test's. */
function schedulesOf(fire: (planned: string) => Promise<void> = async () => undefined) {
  const fired: string[] = [];
  const errors: unknown[] = [];
  const schedules = new DueSchedules({
    fire: async (name, planned) => {
      fired.push(`${name} ${planned}`);
      await fire(planned);
    },
    onError: (error) => errors.push(error),
  });
  return { schedules, fired, errors };
}

/** Ticks each minute from one time to another, both included. */
function tickThrough(schedules: DueSchedules, from: string, to: string): void {
  for (let time = Date.parse(from); time <= Date.parse(to); time += 60_000) {
    schedules.tick(new Date(time));
  }
}

const never = new Map<string, string>();

test('each planned time is fired once, through the gap and through the doubled hour', () => {
  const { schedules, fired } = schedulesOf();
  schedules.update([record('30 2 * * *')], never, new Date('2027-03-27T12:00:00Z'));
  tickThrough(schedules, '2027-03-27T12:00:00Z', '2027-03-29T12:00:00Z');
  expect(fired).toEqual(['nightly 2027-03-28T01:00:00.000Z', 'nightly 2027-03-29T00:30:00.000Z']);
  fired.length = 0;
  tickThrough(schedules, '2027-10-30T12:00:00Z', '2027-11-01T12:00:00Z');
  // The first one catches up the summer.
  expect(fired.slice(1)).toEqual([
    'nightly 2027-10-31T00:30:00.000Z',
    'nightly 2027-11-01T01:30:00.000Z',
  ]);
});

test('of the times that were missed while the process was down only the latest is fired', () => {
  const { schedules, fired } = schedulesOf();
  const lastFired = new Map([['nightly', '2027-01-01T02:00:00.000Z']]);
  const now = new Date('2027-01-05T12:00:00Z');
  schedules.update([record('0 3 * * *')], lastFired, now);
  schedules.tick(now);
  schedules.tick(now);
  expect(fired).toEqual(['nightly 2027-01-05T02:00:00.000Z']);
});

test('a new schedule does not fire for times before it, and a changed set keeps what was fired', () => {
  const { schedules, fired } = schedulesOf();
  const now = new Date('2027-01-05T12:00:30Z');
  schedules.update([record('0 * * * *')], never, now);
  schedules.tick(now);
  expect(fired).toEqual([]);
  const later = new Date('2027-01-05T13:00:00Z');
  schedules.tick(later);
  schedules.update([record('0 * * * *'), { ...record('0 13 * * *'), name: 'b' }], never, later);
  schedules.tick(later);
  expect(fired).toEqual(['nightly 2027-01-05T13:00:00.000Z']);
});

test('a paused schedule fires neither then nor afterwards for the pause', () => {
  const { schedules, fired } = schedulesOf();
  const start = '2027-01-05T12:00:00Z';
  schedules.update([{ ...record('0 * * * *'), paused: true }], never, new Date(start));
  tickThrough(schedules, start, '2027-01-05T14:30:00Z');
  schedules.update([record('0 * * * *')], never, new Date('2027-01-05T14:30:00Z'));
  tickThrough(schedules, '2027-01-05T14:30:00Z', '2027-01-05T15:00:00Z');
  expect(fired).toEqual(['nightly 2027-01-05T15:00:00.000Z']);
});

test('what could not be fired is fired again, unless a later time is due', async () => {
  let isDown = true;
  const { schedules, fired, errors } = schedulesOf(async () => {
    if (isDown) throw new RangeError('as asked');
  });
  schedules.update([record('0 * * * *')], never, new Date('2027-01-05T12:30:00Z'));
  schedules.tick(new Date('2027-01-05T13:00:00Z'));
  await vi.waitFor(() => expect(errors).toHaveLength(1));
  schedules.tick(new Date('2027-01-05T13:01:00Z'));
  await vi.waitFor(() => expect(errors).toHaveLength(2));
  isDown = false;
  schedules.tick(new Date('2027-01-05T14:00:00Z'));
  schedules.tick(new Date('2027-01-05T14:01:00Z'));
  expect(fired).toEqual([
    'nightly 2027-01-05T13:00:00.000Z',
    'nightly 2027-01-05T13:00:00.000Z',
    'nightly 2027-01-05T14:00:00.000Z',
  ]);
});

test('a record that cannot be read is named and does not keep the others from firing', () => {
  const { schedules, fired, errors } = schedulesOf();
  const records = [{ ...record('0 25 * * *'), name: 'broken' }, record('0 * * * *')];
  schedules.update(records, never, new Date('2027-01-05T12:30:00Z'));
  schedules.tick(new Date('2027-01-05T13:00:00Z'));
  expect(errors).toEqual([expect.objectContaining({ name: 'CronError' })]);
  expect(fired).toEqual(['nightly 2027-01-05T13:00:00.000Z']);
});

test('the clock catches up at once, fires at full minutes, and closing waits for what is being fired', async () => {
  vi.useFakeTimers({ now: new Date('2027-01-05T12:58:30Z') });
  const fired: string[] = [];
  const release = Promise.withResolvers<void>();
  const schedules = startSchedules({
    fire: (_, planned) => {
      fired.push(planned);
      return release.promise;
    },
    onError: () => undefined,
  });
  const lastFired = new Map([['nightly', '2027-01-05T11:00:00.000Z']]);
  schedules.update([record('0 * * * *')], lastFired, new Date());
  expect(fired).toEqual(['2027-01-05T12:00:00.000Z']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fired).toEqual(['2027-01-05T12:00:00.000Z', '2027-01-05T13:00:00.000Z']);
  let closed = false;
  const closing = schedules.close().then(() => {
    closed = true;
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([fired.length, closed]).toEqual([2, false]);
  release.resolve();
  await closing;
});
