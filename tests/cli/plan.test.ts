import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CloudWork, cloudForecast } from '../../cli/forecast/cloud.ts';
import { LIST_PRICES } from '../../cli/forecast/prices.ts';
import { Speeds } from '../../cli/forecast/speeds.ts';
import { game } from '../../core/games/dag-subgraph-count/index.ts';
import { Random } from '../../core/random/random.ts';
import { SPOT_BYTES } from '../../functions/job/chunk-size.ts';
import { randomGraph } from '../core/games/dag-subgraph-count/graphs.ts';
import { completeGraph } from '../end-to-end/dev-process.ts';
import { folderWith, nimbus } from './command.ts';

const ONE_GB_SECOND = 1769 / 1024;

describe('the forecast of a job on AWS', () => {
  const work = (milliseconds: number, rounds: number[] | null = null) => ({
    milliseconds,
    size: 0,
    reads: { bytes: 0, requests: 0 },
    rounds: rounds?.map((parts) => ({ wanted: parts, parts })) ?? null,
    ranges: null,
  });

  test('little work is one run of one function', () => {
    const forecast = cloudForecast([work(500), work(1000)], LIST_PRICES);
    expect(forecast).toMatchObject({ chunks: 1, rounds: 1, invocations: 1, currency: 'USD' });
    expect(forecast.gb_seconds).toBeCloseTo(2 * ONE_GB_SECOND, 6);
  });

  test('an upload that is not looked at on the spot goes to the machine, however little it is', () => {
    const [small, large] = [SPOT_BYTES, SPOT_BYTES + 1].map((size) => ({ ...work(500), size }));
    const invocations = [small, large].map(
      (each) => cloudForecast([each as CloudWork], LIST_PRICES).invocations,
    );
    expect(invocations).toEqual([1, 5]);
  });

  test('whole instances share chunks of three minutes, and each round has a plan before it', () => {
    // Ten hours of whole instances, and a case in rounds of 1, 4 and 40 parts.
    const works = [work(36_000_000), work(1_000_000, [1, 4, 40])];
    const { chunks, rounds, invocations } = cloudForecast(works, LIST_PRICES);
    expect({ chunks, rounds }).toEqual({ chunks: 200 + 45, rounds: 3 });
    // ingest, the chunks, a plan a round and one more, merge.
    expect(invocations).toBe(1 + 245 + 4 + 1);
  });

  test('what chunks read takes time, and each request its price', () => {
    const free = { ...LIST_PRICES, gb_second: 0, invocation: 0, transition: 0, put: 0, get: 1 };
    const calm = work(1_000_000, [1, 4]);
    const reading = { ...calm, reads: { bytes: 78e6, requests: 50 } };
    const [before, after] = [calm, reading].map((each) => cloudForecast([each], free));
    expect((after?.gb_seconds ?? 0) - (before?.gb_seconds ?? 0)).toBeCloseTo(ONE_GB_SECOND, 6);
    expect((after?.price ?? 0) - (before?.price ?? 0)).toBe(50);
  });

  test('the price is the sum over what is paid for', () => {
    const free = { ...LIST_PRICES, gb_second: 0, invocation: 0, transition: 0, put: 0, get: 0 };
    const works = [work(1_000_000, [1, 4, 40])];
    const { gb_seconds, invocations, ...forecast } = cloudForecast(works, free);
    expect(forecast.price).toBe(0);
    expect(cloudForecast(works, { ...free, gb_second: 2 }).price).toBeCloseTo(2 * gb_seconds, 9);
    expect(cloudForecast(works, { ...free, invocation: 3 }).price).toBe(3 * invocations);
    // Two for a chunk, three for a round, four for the job.
    expect(cloudForecast(works, { ...free, transition: 1 }).price).toBe(2 * 45 + 3 * 3 + 4);
  });
});

test('a machine of half the speed is taken for one', () => {
  const { steps = 0, run = () => undefined } = game.calibration?.() ?? {};
  const runTwice = () => {
    run();
    run();
  };
  const slow = { ...game, calibration: () => ({ steps, run: runTwice }) };
  const [normal, half] = [new Speeds().of(game, 1000), new Speeds().of(slow, 1000)];
  expect(normal / half).toBeGreaterThan(1.4);
  expect(normal / half).toBeLessThan(2.8);
});

describe('nimbus plan', () => {
  const cwd = folderWith({
    'in/dag-subgraph-count/large.in': completeGraph(26),
    'in/dag-subgraph-count/too-large.in': completeGraph(32),
    'in/delete-nim/small.in': '1\n2\n1 2\n',
    'prices.json':
      '{"currency": "EUR", "gb_second": 1000, "invocation": 0, "transition": 0, "put": 0, "get": 0}',
    'partial.json': '{"currency": "EUR", "gb_second": 1000}',
    'endless.json': '{"gb_second": 1e400}',
    'broken.json': '{"gb_second": "1"}',
    'unknown.json': '{"gigabytes": 1}',
  });

  test('tells the pairs of sets, and what a job would come to', () => {
    const { code, stdout, stderr } = nimbus(['plan', 'in', '-j', '2'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/47.079.978.021 pairs of sets/);
    expect(stdout).toMatch(/too-large\.in .* 2149 MB +cost\/too-large/);
    expect(stderr).toMatch(/3 instances with 3 cases: 2 to solve, 1 too large, see --time-limit/);
    expect(stderr).toMatch(
      /as one job on AWS without 1 too large for one: 1 chunk in 1 round, 1 invocation, \d+ GB-seconds, about 0\.000\d+ USD/,
    );
  });

  test('passes a file over whose only case is wrong', () => {
    const broken = folderWith({
      'dag-subgraph-count/a.in': '40 0\n',
      'dag-subgraph-count/b.in': '2 2\n1 2\n1 2\n',
      'even-split-heaps/c.in': '1 3\n2 99999999999 1\n',
    });
    const { code, stdout, stderr } = nimbus(['plan', '.', '--plain'], { cwd: broken });
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split('\n').slice(1);
    const told = rows.map((row) => row.split('\t')).map((cells) => [cells[3], cells.at(-1)]);
    expect(told).toEqual([
      ['1', 'number/out-of-range'],
      ['1', 'graph/duplicate-edge'],
      ['1', 'number/out-of-range'],
    ]);
    expect(stderr).toMatch(/: 0 to solve, 3 with errors, 0 cached/);
  });

  test('says what a search by the literal rules cannot reach', () => {
    const words = ['plan', 'in/dag-subgraph-count', '--literal', '--plain'];
    const { stdout, stderr } = nimbus(words, { cwd });
    expect(stdout.match(/literal\/out-of-reach/g)).toHaveLength(2);
    expect(stderr).toMatch(/: 0 to solve, 2 with errors/);
  });

  test('an estimate of a sparse graph has its error', () => {
    const text = game.codec.formatCases([randomGraph(new Random(1), 22, 0.5)]);
    const sparse = folderWith({ 'dag-subgraph-count/a.in': text });
    const { stdout } = nimbus(['plan', '.'], { cwd: sparse });
    expect(stdout).toMatch(/pairs of sets ± \d+\.\d %/);
  });

  test('two threads halve one large case, and the total is that of what is not refused', () => {
    const planned = (jobs: string) =>
      JSON.parse(nimbus(['plan', 'in', '--json', '-j', jobs], { cwd }).stdout);
    const { instances, total } = planned('2');
    const [large, tooLarge] = instances as { milliseconds: number; solvable: number }[];
    expect(tooLarge?.milliseconds).toBeGreaterThan(100 * (large?.milliseconds ?? 0));
    expect(total.ms).toBeLessThan(2 * (large?.milliseconds ?? 0));
    expect(total.ms_jobs / total.ms).toBeCloseTo(0.5, 1);
    expect(total).toMatchObject({ instances: 3, cases: 3, refused: 1, refused_by_job: 1, jobs: 2 });
  });

  test('takes other prices, and says what is wrong with them', () => {
    const words = (file: string) => ['plan', join('in', 'delete-nim'), '--price', file];
    expect(nimbus(words('prices.json'), { cwd }).stderr).toMatch(/about 8\d\d EUR/);
    const broken = nimbus(words('broken.json'), { cwd });
    expect(broken.code).toBe(3);
    expect(broken.stderr).toMatch(/broken\.json: prices: found gb_second: "1", allowed a JSON/);
    expect(nimbus(words('partial.json'), { cwd }).code).toBe(3);
    expect(nimbus(words('endless.json'), { cwd }).stderr).toContain('found gb_second: Infinity');
    expect(nimbus(words('unknown.json'), { cwd }).stderr).toContain('found the key gigabytes');
    expect(nimbus(words('none.json'), { cwd }).stderr).toContain('none.json: prices: found ENOENT');
  });
});
