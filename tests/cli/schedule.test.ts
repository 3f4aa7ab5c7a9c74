import { join } from 'node:path';
import { expect, test } from 'vitest';
import { awsCron } from '../../cli/store/aws-cron.ts';
import { nextTimes } from '../../local/cron/planned-times.ts';
import { openStorage } from '../../local/storage.ts';
import { startDevProcess } from '../end-to-end/dev-process.ts';
import { textOf } from '../functions/jobs.ts';
import { contents, folderWith, newFolder, nimbus } from './command.ts';

const ADD = ['schedule', 'add', 'nightly', '--cron', '0 3 * * *'];

async function recordIn(cwd: string): Promise<unknown> {
  const { buckets, close } = await openStorage(join(cwd, '.nimbus'));
  const text = await textOf(buckets.out, 'schedules/nightly.json');
  await close();
  return JSON.parse(text ?? 'null');
}

test('a schedule is a record that is added, replaced, paused, taken up again and removed, never deleted', async () => {
  const cwd = newFolder('schedule');
  expect(nimbus([...ADD, '--tz', 'Europe/Berlin', '--prefix', 'team/'], { cwd }).stderr).toMatch(
    /^nightly added, next \d{4}-\d\d-\d\dT0[12]:00:00\.000Z\n$/,
  );
  const record = {
    v: 1,
    name: 'nightly',
    cron: '0 3 * * *',
    timezone: 'Europe/Berlin',
    prefix: 'inbox/team/',
    overlap: 'skip',
    paused: false,
  };
  expect(await recordIn(cwd)).toEqual(record);
  expect(nimbus(['schedule', 'pause', 'nightly'], { cwd }).stderr).toBe('nightly paused\n');
  expect(await recordIn(cwd)).toEqual({ ...record, paused: true });
  expect(nimbus(['schedule', 'list', '--plain'], { cwd }).stdout).toBe(
    'name\tcron\ttime zone\tprefix\toverlap\tnext\n' +
      'nightly\t0 3 * * *\tEurope/Berlin\tinbox/team/\tskip\tpaused\n',
  );
  nimbus(['schedule', 'pause', 'nightly', '--off'], { cwd });
  expect(await recordIn(cwd)).toEqual(record);
  expect(nimbus(['schedule', 'rm', 'nightly'], { cwd }).code).toBe(0);
  expect(await recordIn(cwd)).toEqual({ ...record, removed: true });
  expect(nimbus(['schedule', 'rm', 'nightly'], { cwd }).code).toBe(3);
  expect(nimbus(['schedule', 'list', '--json'], { cwd }).stdout).toBe('{"v":1,"schedules":[]}\n');
  expect(nimbus([...ADD, '--overlap', 'parallel'], { cwd }).stderr).toContain('nightly added');
  expect(nimbus([...ADD, '--overlap', 'skip'], { cwd }).stderr).toContain('nightly replaced');
});

test('--dry-run prints the next five times and writes nothing', () => {
  const cwd = newFolder('schedule');
  const { code, stdout } = nimbus([...ADD, '--tz', 'Europe/Berlin', '--dry-run'], { cwd });
  expect(code).toBe(0);
  const line = /^\d{4}-\d\d-\d\d 03:00 Europe\/Berlin = \d{4}-\d\d-\d\dT0[12]:00:00\.000Z\n/gm;
  expect(stdout.match(line)?.join('')).toBe(stdout);
  expect(stdout.split('\n')).toHaveLength(6);
  expect(contents(cwd)).toEqual({});
});

test.each([
  // 2.30 is no time of 28 March 2027, and comes twice on 31 October 2027.
  ['2027-03-27T12:00:00Z', ['2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z']],
  ['2027-10-30T12:00:00Z', ['2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z']],
])('from %s on, half past two in Berlin is planned once a day', (from, times) => {
  const schedule = {
    name: 'nightly',
    cron: '30 2 * * *',
    timezone: 'Europe/Berlin',
    prefix: 'inbox/',
    paused: false,
    overlap: 'skip',
  } as const;
  expect(nextTimes(schedule, new Date(from), 2)).toEqual(times);
});

test.each([
  [['add', 'a b', '--cron', '0 3 * * *'], 2, 'NAME: found'],
  [['add', 'sweep', '--cron', '0 3 * * *'], 2, 'other than sweep'],
  [['add', 'x', '--cron', '0 3 * *'], 2, 'allowed five fields'],
  [['add', 'x', '--cron', '0 3 * * *', '--tz', 'Mars/Olympus'], 2, 'IANA time zone'],
  [['add', 'x'], 2, 'cron'],
  [['rm', 'x'], 3, 'not-found'],
])('schedule %j ends with %i', (words, code, message) => {
  const cwd = newFolder('schedule');
  const ended = nimbus(['schedule', ...words], { cwd });
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toContain(message);
});

test('run fires a schedule at once where somebody works, and says so where nobody does', async () => {
  const cwd = folderWith({ 'delete-nim.in': '1\n2\n1 2\n' });
  nimbus(ADD, { cwd });
  const idle = nimbus(['schedule', 'run', 'nightly'], { cwd });
  expect([idle.code, idle.stderr]).toEqual([3, expect.stringContaining('start nimbus dev first')]);
  const dev = await startDevProcess(join(cwd, '.nimbus'));
  nimbus(['submit', 'delete-nim.in', '--wait'], { cwd });
  const fired = nimbus(['schedule', 'run', 'nightly', '--json'], { cwd });
  await dev.stop();
  expect(JSON.parse(fired.stdout)).toEqual({ v: 1, schedule: 'nightly', announced: 0 });
});

test.each([
  ['0 3 * * *', 'cron(0 3 * * ? *)'],
  ['*/15 */2 * * *', 'cron(0/15 0/2 * * ? *)'],
  ['0 3 1,15 */3 *', 'cron(0 3 1,15 1/3 ? *)'],
  ['0 3 * * 0', 'cron(0 3 ? * SUN *)'],
  ['0 3 * * 7', 'cron(0 3 ? * SUN *)'],
  ['0 3 * * 1-5', 'cron(0 3 ? * MON,TUE,WED,THU,FRI *)'],
  ['0 3 * * mon-FRI', 'cron(0 3 ? * MON,TUE,WED,THU,FRI *)'],
  ['0 3 * * 5-7', 'cron(0 3 ? * SUN,FRI,SAT *)'],
  ['0 3 * * */2', 'cron(0 3 ? * SUN,TUE,THU,SAT *)'],
  ['5-45/10 3 * 1-6 2,4', 'cron(5-45/10 3 ? 1-6 TUE,THU *)'],
])('%s is %s on AWS', (cron, expression) => {
  expect(awsCron(cron)).toBe(expression);
});

test.each(['0 3 1 * 1', '0 3 * * 1#2', '0 3 * * 5-1'])('%s is refused on AWS', (cron) => {
  expect(() => awsCron(cron)).toThrow('--cron: found');
});
