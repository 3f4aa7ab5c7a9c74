import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../../cli/job/wait.ts';
import type { Row } from '../../io/results/row.ts';
import { linesOf, timeless } from '../functions/jobs.ts';
import {
  contents,
  folderWith,
  newFolder,
  nimbus,
  nimbusWithSignal,
  root,
  rowsIn,
} from './command.ts';

const SOUND = '1\n2\n1 2\n';
const WRONG = '1\n2\nx 2\n';

/** Submits in a folder of its own, where it is solved at once; gives the job and its files. */
function solved(cwd: string, ...words: string[]) {
  const { code, stdout, stderr } = nimbus(['submit', '--json', ...words], { cwd });
  const { job, key, result } = JSON.parse(stdout) as {
    job: string;
    key: string;
    result: { state: string; errors: number };
  };
  const fetched = nimbus(['fetch', job, 'fetched', '-q'], { cwd });
  expect(fetched.code).toBe(0);
  return { code, job, key, result, stderr, files: contents(join(cwd, 'fetched')) };
}

/** Rows without what differs from run to run; a job writes no answer beside the results. */
const comparable = (rows: readonly Row[]) =>
  rows.map(timeless).map(({ wrote_sha256: _w, ...row }) => row);

test.each([
  ['the examples', [join(root, 'examples')]],
  ['two folders', [join(root, 'examples/delete-nim'), join(root, 'examples/coin-progressions')]],
  ['a single file', [join(root, 'examples/delete-nim/01.in')]],
  ['a single file of JSON Lines', [join(root, 'examples/mixed.jsonl')]],
  ['exact counts of a folder', [join(root, 'examples/dag-subgraph-count'), '--exact']],
  ['a histogram of a file', [join(root, 'examples/dag-subgraph-count/01.in'), '--histogram']],
  ['another modulus for lines', [join(root, 'examples/mixed.jsonl'), '--modulus', '97']],
  ['every second file', [join(root, 'examples'), '--shard', '1/2']],
  [
    'files of one game',
    [join(root, 'examples/delete-nim'), '--game', 'delete-nim', '--ext', 'ans'],
  ],
])('submit gives %s the answers and the rows of a run', (_, words) => {
  const cwd = newFolder('submit');
  const run = nimbus(['run', ...words, '-o', 'run', '-q'], { cwd });
  const { code, files } = solved(cwd, ...words);
  expect(code).toBe(run.code);
  const answers = (all: Record<string, string>, prefix: string) =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([path]) => path.startsWith(prefix) && /\.(out|ans|a)$/.test(path))
        .map(([path, text]) => [path.slice(prefix.length), text]),
    );
  expect(answers(files, 'answers/')).toEqual(answers(contents(join(cwd, 'run')), ''));
  expect(comparable(linesOf<Row>(files['results.jsonl'] ?? ''))).toEqual(
    comparable(rowsIn(join(cwd, 'run'))),
  );
  expect(files['errors.jsonl']).toBe(readFileSync(join(cwd, 'run/errors.jsonl'), 'utf8'));
});

test.each([
  ['all is well', { errors: 0, disagreements: 0 }, null, 0],
  ['errors', { errors: 1, disagreements: 0 }, null, 1],
  ['errors that are tolerated', { errors: 1, disagreements: 0 }, 5, 0],
  ['a disagreement, which nobody tolerates', { errors: 1, disagreements: 1 }, 5, 6],
])('the exit code of a job: %s', (_, counts, tolerate, code) => {
  expect(exitCodeOf({ state: 'done', differing: 0, ...counts }, tolerate)).toBe(code);
});

test.each([
  [
    'settings beside a file',
    { 'a/nimbus.yaml': 'game: delete-nim\next: ans\n', 'a/x.in': SOUND },
    'a/x.in',
  ],
  ['a file with a name of its own', { 'data.dat': SOUND }, 'data.dat'],
  ['a file of Polygon', { 'delete-nim/01': SOUND }, 'delete-nim/01'],
  [
    'lines of a folder with a game',
    { 'delete-nim/b.jsonl': `${JSON.stringify({ text: SOUND })}\n` },
    'delete-nim/b.jsonl',
  ],
  ['a name that no key should have', { 'delete-nim/a b+c%20.in': SOUND }, 'delete-nim/a b+c%20.in'],
])('%s means the same to submit and to run', (_, input, path) => {
  const cwd = folderWith(input);
  nimbus(['run', path, '-o', 'run', '-q'], { cwd });
  const { files } = solved(cwd, path);
  expect(comparable(linesOf<Row>(files['results.jsonl'] ?? ''))).toEqual(
    comparable(rowsIn(join(cwd, 'run'))),
  );
});

test('submit and run give an id to the same line, whatever is wrong with others of that id', () => {
  const line = (fields: object) => `${JSON.stringify({ text: SOUND, ...fields })}\n`;
  const game = 'delete-nim';
  const expected = {
    'broken-first.jsonl': [`{\n${line({ game, id: '1' })}`, ['json-lines/syntax', 'YES']],
    'broken-last.jsonl': [`${line({ game, id: '2' })}{\n`, ['YES', 'json-lines/syntax']],
    'equal.jsonl': [line({ game, id: 'a' }).repeat(2), ['YES', 'json-lines/repeated-id']],
    'thrice.jsonl': [
      line({ game, id: 3 }).repeat(2) + line({ game }),
      ['YES', 'json-lines/repeated-id', 'json-lines/repeated-id'],
    ],
    'unknown-first.jsonl': [
      line({ game: 'chess', id: 'a' }) + line({ game, id: 'a' }),
      ['unknown-game', 'YES'],
    ],
    'unknown-last.jsonl': [
      line({ game, id: 'a' }) + line({ game: 'chess', id: 'a' }),
      ['YES', 'unknown-game'],
    ],
  } as const;
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const input = Object.fromEntries(names.map((name) => [`in/${name}`, expected[name][0]]));
  const cwd = folderWith(input);
  nimbus(['run', 'in', '-o', 'run', '-q'], { cwd });
  const ran = comparable(rowsIn(join(cwd, 'run')));
  const outcomes = ran.map(({ answer, error }) => answer ?? error?.rule);
  expect(outcomes).toEqual(names.flatMap((name) => expected[name][1]));
  const jobs = [['in'], ...names.map((name) => [`in/${name}`])].map(
    (words) => solved(folderWith(input), ...words).files['results.jsonl'] ?? '',
  );
  const [packed, ...single] = jobs.map((text) => comparable(linesOf<Row>(text)));
  expect(packed).toEqual(ran);
  expect(single.flat()).toEqual(ran);
});

test('the same content is the same job, solved once; another name, option or content is another', () => {
  const cwd = folderWith({ 'x/delete-nim.in': SOUND });
  const jobs = [[], [], ['--name', 'weekly'], ['--lenient'], ['--tolerate', '2%']].map(
    (flags) => nimbus(['submit', 'x', ...flags], { cwd }).stdout,
  );
  expect(jobs[1]).toBe(jobs[0]);
  expect(new Set(jobs).size).toBe(4);
  const list = JSON.parse(nimbus(['status', '--json'], { cwd }).stdout) as { jobs: unknown[] };
  expect(list.jobs).toHaveLength(4);
  const { stdout } = nimbus(['logs', (jobs[0] ?? '').trim(), '--json'], { cwd });
  expect(stdout.match(/"kind":"solved"/g)).toHaveLength(1);
});

test('standard output has the id of the job and nothing else', () => {
  const cwd = folderWith({ 'x/delete-nim.in': SOUND });
  const { code, stdout, stderr } = nimbus(['submit', 'x'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^mix-[0-9a-f]{16}\n$/);
  expect(stderr).toContain('no nimbus dev is running, so the job is solved here');
  expect(stderr).toMatch(
    /done · 1 case: 1 solved, 0 errors · next: nimbus fetch mix-[0-9a-f]{16}\n$/,
  );
});

test.each([
  ['an error', [], 1, 'done'],
  ['an error that is tolerated', ['--tolerate', '50%'], 0, 'done'],
  ['more errors than are tolerated', ['--tolerate', '49%'], 1, 'failed'],
])('%s decides the exit code', (_, flags, expected, state) => {
  const cwd = folderWith({ 'delete-nim/a.in': SOUND, 'delete-nim/b.in': WRONG });
  const { code, result, stderr } = solved(cwd, 'delete-nim', ...flags);
  expect([code, result.state, result.errors]).toEqual([expected, state, 1]);
  expect(stderr).toContain("b.in:3:1: number/malformed: found 'x'");
});

test.each([
  [['nothing'], 3, 'not-found'],
  [['empty'], 3, 'nothing-found'],
  [['a.zip'], 3, 'zip/truncated'],
  [['x.in', '--game', 'chess'], 3, 'unknown-game'],
  [['x.in', '--tolerate', '101%'], 2, 'allowed a share from 0% to 100%'],
  [['x.in', '--name', '../x'], 2, '--name'],
  [['x.in', '--store', 's3://some-bucket'], 2, 'allowed nimbus-in… or nimbus-out…'],
  [['x.in', '--to', 'http://x'], 2, 'allowed a folder or s3://BUCKET'],
])('submit %j ends with %i and changes nothing', (words, code, message) => {
  const cwd = folderWith({ 'x.in': SOUND, 'a.zip': 'PK\x03\x04', 'empty/readme.md': '' });
  const before = contents(cwd);
  const ended = nimbus(['submit', ...words], { cwd });
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toContain(message);
  expect(contents(cwd)).toEqual(before);
});

test('killed in the middle, it goes on when it is submitted again', async () => {
  const cwd = folderWith({ 'delete-nim/a.in': SOUND, 'delete-nim/b.in': WRONG });
  for (let moment = 100; moment < 700; moment += 75) {
    const start = performance.now();
    const isDue = () => performance.now() - start > moment;
    await nimbusWithSignal(['submit', 'delete-nim'], cwd, 'SIGKILL', isDue);
  }
  expect(solved(cwd, 'delete-nim').code).toBe(1);
});
