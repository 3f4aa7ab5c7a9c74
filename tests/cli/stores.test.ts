import { describe, expect, test } from 'vitest';
import { exitCodeFor } from '../../cli/failures.ts';
import { Pace } from '../../cli/job/forecast.ts';
import { machineArnOf, parseJob, parseStore, parseTarget } from '../../cli/store/address.ts';
import { StorageError } from '../../io/stores/object-store.ts';
import { newFolder, nimbus } from './command.ts';

const LOCAL = { kind: 's3', inbox: 'nimbus-in', out: 'nimbus-out' } as const;
const suffix = '-123456789012-eu-west-1';
const CLOUD = { kind: 's3', inbox: `nimbus-in${suffix}`, out: `nimbus-out${suffix}` } as const;

describe('the address of a store', () => {
  test.each([
    ['.nimbus', { kind: 'folder', data: '.nimbus' }],
    ['/data/nimbus-in', { kind: 'folder', data: '/data/nimbus-in' }],
    ['s3://nimbus-in', LOCAL],
    ['s3://nimbus-out/', LOCAL],
    [`s3://nimbus-out${suffix}`, CLOUD],
    [
      's3://left.bucket,s3://right.bucket',
      { kind: 's3', inbox: 'left.bucket', out: 'right.bucket' },
    ],
  ])('%s is understood', (text, store) => {
    expect(parseStore(text)).toEqual(store);
  });

  test.each([
    's3://other',
    's3://',
    's3://UPPER',
    'http://x',
    's3://nimbus-in/x',
    's3://nimbus-inbox',
  ])('%s is refused', (text) => {
    expect(() => parseStore(text)).toThrow(/allowed/);
  });

  test.each([
    ['s3://nimbus-in/team', 'team/'],
    ['s3://nimbus-in/inbox/team/a/', 'team/a/'],
    ['s3://nimbus-in/inbox/', ''],
    ['s3://nimbus-in', ''],
  ])('%s is a target below inbox/%s', (text, prefix) => {
    expect(parseTarget(text)).toEqual({ store: LOCAL, prefix });
  });

  test('tells the state machine of a stack on AWS, in every partition', () => {
    expect(machineArnOf(CLOUD.out)).toBe(
      'arn:aws:states:eu-west-1:123456789012:stateMachine:nimbus',
    );
    expect(machineArnOf('nimbus-in-123456789012-cn-north-1')).toMatch(/^arn:aws-cn:/);
    expect(machineArnOf('nimbus-in-123456789012-us-gov-west-1')).toMatch(/^arn:aws-us-gov:/);
    expect(machineArnOf('nimbus-out')).toBeNull();
  });
});

describe('the address of a job', () => {
  const id = 'delete-nim-0123456789abcdef';
  test.each([
    [id, { kind: 'job', job: id, store: null }],
    [`${id}/g2`, { kind: 'job', job: `${id}/g2`, store: null }],
    [`jobs/${id}/`, { kind: 'job', job: id, store: null }],
    [`s3://nimbus-out/jobs/${id}/`, { kind: 'job', job: id, store: LOCAL }],
    [`s3://nimbus-out/jobs/${id}/g12/`, { kind: 'job', job: `${id}/g12`, store: LOCAL }],
    ['inbox/a b/c.in', { kind: 'upload', key: 'inbox/a b/c.in', store: null }],
    ['s3://nimbus-in/inbox/c.in', { kind: 'upload', key: 'inbox/c.in', store: LOCAL }],
  ])('%s is understood', (text, address) => {
    expect(parseJob(text)).toEqual(address);
  });

  test.each([
    '',
    '..',
    `../${id}`,
    `${id}/g1`,
    `${id}/x`,
    `s3://nimbus-out/${id}`,
    `s3://other/jobs/${id}`,
  ])('%j is refused', (text) => {
    expect(() => parseJob(text)).toThrow(/allowed/);
  });
});

describe('the forecast of a job', () => {
  test('is a range around what is left at the speed so far', () => {
    const pace = new Pace();
    for (const [done, at] of [
      [0, 0],
      [10, 1_000],
      [20, 2_000],
    ] as const)
      pace.add({ done, at });
    expect(pace.perSecond()).toBe(10);
    expect(pace.forecast(40, 2_000)).toEqual({ low: 1_600, high: 2_500 });
  });

  test('takes in that a job lately goes slower than over all of its time', () => {
    const pace = new Pace();
    for (const [done, at] of [
      [0, 0],
      [10, 1_000],
      [11, 2_000],
    ] as const)
      pace.add({ done, at });
    const { low, high } = pace.forecast(21, 2_000) ?? { low: 0, high: 0 };
    expect(low).toBeLessThan((10 / 5.5) * 1_000);
    expect(high).toBeGreaterThan((10 / 5.5) * 1_000);
  });

  test('is not known before anything is done, and never below zero', () => {
    const pace = new Pace();
    expect(pace.forecast(10, 0)).toBeNull();
    pace.add({ done: 0, at: 0 });
    pace.add({ done: 0, at: 100 });
    expect(pace.forecast(10, 100)).toBeNull();
    pace.add({ done: 10, at: 200 });
    expect(pace.forecast(10, 900)).toEqual({ low: 0, high: 0 });
  });
});

test('what storage refuses or cannot do ends a command with 4', () => {
  expect(exitCodeFor(new StorageError('config/permission', 'x'))).toBe(4);
  expect(exitCodeFor(Object.assign(new RangeError('x'), { $metadata: {} }))).toBe(4);
  expect(exitCodeFor(new RangeError('x'))).toBe(70);
});

test('doctor finds this machine in order, and a store that cannot be reached not', () => {
  const cwd = newFolder('doctor');
  const here = nimbus(['doctor', '--json'], { cwd });
  const { checks } = JSON.parse(here.stdout) as { checks: { name: string; ok: boolean }[] };
  expect([here.code, checks.filter(({ ok }) => !ok)]).toEqual([0, []]);
  const env = {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'very-secret',
  };
  const away = nimbus(['doctor', '--store', 's3://nimbus-in'], { cwd, env });
  expect(away.code).toBe(4);
  expect(away.stdout).toMatch(/^problem {2}inbox .*ECONNREFUSED/m);
  expect(away.stdout).toContain('→ check the name, and that this user may s3:ListBucket there');
  expect(away.stdout + away.stderr).not.toMatch(/very-secret|AKIDEXAMPLE/);
});

test.runIf(process.platform === 'linux')(
  'doctor says what to do where the folder cannot be written',
  () => {
    const { code, stdout } = nimbus(['doctor', '--store', '/proc/nimbus'], {
      cwd: newFolder('doctor'),
    });
    expect(code).toBe(4);
    expect(stdout).toMatch(/^problem {2}data folder/m);
    expect(stdout).toContain('→ make it writable, or name another one with --store');
  },
);
