import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobKeys } from '../../io/keys.ts';
import { openStorage } from '../../local/storage.ts';
import { contents, folderWith, newFolder, nimbus, nimbusWithSignal } from './command.ts';
import { ANSWER, packWith, storedJob } from './stored-job.ts';

const KEY = 'inbox/batch.pack.jsonl';
const FILES = 12;

/** A folder with the data of a job of that many answers. */
async function folderWithJob(answers = FILES) {
  const cwd = newFolder('fetch');
  const names = Array.from({ length: answers }, (_, at) => `${at % 3}/${at}.out`);
  const job = await storedJob(join(cwd, '.nimbus'), KEY, packWith(names));
  const out = join(cwd, 'out');
  return { cwd, job, out, names };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

test('fetch writes every answer and the results, and a second time nothing', async () => {
  const { cwd, job, out, names } = await folderWithJob();
  const first = nimbus(['fetch', job, 'out', '--json'], { cwd });
  expect([first.code, first.stderr]).toEqual([
    0,
    `17 files in out: 17 fetched, 0 there already, 0 kept\n`,
  ]);
  const files = contents(out);
  for (const name of names) expect(files[`answers/${name}`]).toBe(ANSWER);
  expect(Object.keys(files).filter((path) => !path.startsWith('answers/'))).toEqual([
    'errors.jsonl',
    'results.jsonl',
    'summary.csv',
    'summary.json',
    'summary.parquet',
  ]);
  const second = nimbus(['fetch', job, 'out', '--json'], { cwd });
  expect(JSON.parse(second.stdout)).toMatchObject({ job, fetched: 0, present: 17, kept: [] });
  expect(contents(out)).toEqual(files);
});

test('without a folder it is one of the name of the job, and --what chooses', async () => {
  const { cwd, job } = await folderWithJob(3);
  expect(nimbus(['fetch', job, '--what', 'errors,summary'], { cwd }).code).toBe(0);
  expect(filesIn(join(cwd, `nimbus-${job}`)).sort()).toEqual([
    'errors.jsonl',
    'summary.csv',
    'summary.json',
    'summary.parquet',
  ]);
  const wrong = nimbus(['fetch', job, '--what', 'answer'], { cwd });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("found 'answer', allowed answers, results");
});

test('killed after any number of files and run again, it is complete, and no file was ever half', async () => {
  const { cwd, job, out } = await folderWithJob();
  nimbus(['fetch', job, 'whole'], { cwd });
  const whole = contents(join(cwd, 'whole'));
  for (let killed = 0; killed < Object.keys(whole).length; killed++) {
    rmSync(out, { recursive: true, force: true });
    const isDue = () => filesIn(out).length > killed;
    await nimbusWithSignal(['fetch', job, 'out'], cwd, 'SIGKILL', isDue);
    for (const [path, text] of Object.entries(contents(out))) {
      if (!path.endsWith('.nimbus-part')) expect(text).toBe(whole[path]);
    }
    expect(nimbus(['fetch', job, 'out'], { cwd }).code).toBe(0);
    expect(contents(out)).toEqual(whole);
  }
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with 130 and one line', async (signal) => {
  const { cwd, job, out } = await folderWithJob(300);
  const ended = await nimbusWithSignal(['fetch', job, 'out'], cwd, signal, () => existsSync(out));
  expect([ended.code, ended.stderr]).toEqual([130, 'interrupted; fetch again to go on\n']);
  expect(nimbus(['fetch', job, 'out'], { cwd }).code).toBe(0);
  expect(filesIn(join(out, 'answers'))).toHaveLength(300);
});

test('a file of the user is kept and named, and the exit code is 1, unless it is to be replaced', async () => {
  const { cwd, job, out } = await folderWithJob(3);
  mkdirSync(join(out, 'answers/0'), { recursive: true });
  writeFileSync(join(out, 'answers/0/0.out'), 'mine');
  const { code, stderr } = nimbus(['fetch', job, 'out'], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain('out/answers/0/0.out: answer/differs: found another file');
  expect(contents(out)['answers/0/0.out']).toBe('mine');
  expect(contents(out)['answers/1/1.out']).toBe(ANSWER);
  expect(nimbus(['fetch', job, 'out', '--overwrite', 'always'], { cwd }).code).toBe(0);
  expect(contents(out)['answers/0/0.out']).toBe(ANSWER);
});

test('a link is never followed, whether to a file or to a folder', async () => {
  const { cwd, job, out } = await folderWithJob(3);
  const elsewhere = folderWith({ 'victim.txt': 'untouched' });
  mkdirSync(join(out, 'answers/0'), { recursive: true });
  symlinkSync(join(elsewhere, 'victim.txt'), join(out, 'answers/0/0.out'));
  symlinkSync(elsewhere, join(out, 'answers/1'));
  for (const overwrite of ['stale', 'always']) {
    const { code, stderr } = nimbus(['fetch', job, 'out', '--overwrite', overwrite], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/answers\/(0\/0\.out|1): fetch\/place: found a link/);
  }
  expect(contents(elsewhere)).toEqual({ 'victim.txt': 'untouched' });
});

test('odd keys stay below the folder, each with a file of its own, and those renamed are named', async () => {
  const cwd = newFolder('fetch');
  const names = ['c:up.out', 'dot.', 'a', 'a/b', 'A', 'con.out', 'x\u202e.out', 'é', 'e\u0301'];
  const job = await storedJob(join(cwd, '.nimbus'), KEY, packWith(names));
  const { code, stderr, stdout } = nimbus(['fetch', job, 'deep/out', '--json'], { cwd });
  expect(code).toBe(0);
  const { renamed } = JSON.parse(stdout) as { renamed: { name: string; path: string }[] };
  expect(renamed.map(({ name }) => name).sort()).toEqual(
    names
      .filter((name) => name !== 'a' && name !== 'é')
      .map((name) => `answers/${name}`)
      .sort(),
  );
  const answers = Object.entries(contents(join(cwd, 'deep/out/answers')));
  expect(answers).toHaveLength(names.length);
  expect(answers.every(([, text]) => text === ANSWER)).toBe(true);
  expect(readdirSync(cwd).sort()).toEqual(['.nimbus', 'deep']);
  expect(stderr).toContain('answers/x<U+202E>.out is stored as answers/x%E2%80%AE.out');
  expect(stderr).not.toContain('\u202e');
});

test('an object that is not what the job says is not stored, and the exit code is 4', async () => {
  const { cwd, job, out } = await folderWithJob(3);
  const { buckets, close } = await openStorage(join(cwd, '.nimbus'));
  await buckets.out.put(jobKeys(job).answer('1/1.out'), 'NO\nNO\n'.slice(0, ANSWER.length));
  await close();
  const { code, stderr } = nimbus(['fetch', job, 'out'], { cwd });
  expect(code).toBe(4);
  expect(stderr).toMatch(/answers\/1\/1\.out: found content with the hash [0-9a-f]{64}, allowed/);
  expect(existsSync(join(out, 'answers/1/1.out'))).toBe(false);
});

test.runIf(process.getuid?.() !== 0)('a folder that is read-only ends it with 4', async () => {
  const { cwd, job, out } = await folderWithJob(3);
  mkdirSync(out);
  chmodSync(out, 0o500);
  expect(nimbus(['fetch', job, 'out'], { cwd }).code).toBe(4);
});

test('a folder that cannot be made ends it with 4', async () => {
  const { cwd, job } = await folderWithJob(3);
  const { code, stderr } = nimbus(['fetch', job, '/proc/nimbus'], { cwd });
  expect(code).toBe(4);
  expect(stderr).toMatch(/^nimbus: (ENOENT|EACCES)/);
});
