import { readFileSync } from 'node:fs';
import validate from 'asl-validator';
import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions';
import { describe, expect, test } from 'vitest';
import { unportable } from './portable-asl.ts';

const text = readFileSync(new URL('../../infra/job.asl.json', import.meta.url), 'utf8');

interface State {
  Type: string;
  Resource?: string;
  Next?: string;
  Default?: string;
  Choices?: { Next: string }[];
  Retry?: Record<string, unknown>[];
  Catch?: { ErrorEquals: string[]; ResultPath?: string; Next: string }[];
  ItemProcessor?: { States: Record<string, State>; ProcessorConfig: object };
  MaxConcurrency?: number;
  TimeoutSeconds?: number;
  [field: string]: unknown;
}
type Definition = { States: Record<string, State>; [field: string]: unknown };

const fresh = () => JSON.parse(text) as Definition;
const machine = fresh();

function stateOf(definition: Definition, name: string): State {
  const chunk = definition.States['Round']?.ItemProcessor?.States ?? {};
  const state = definition.States[name] ?? chunk[name];
  if (state === undefined) throw new TypeError(`no state ${name}`);
  return state;
}

const TASKS = ['Plan', 'Chunk', 'Merge', 'Report'];

/** Errors of functions/job/errors.ts and functions/shared/settings.ts: the same call fails again. */
const FOR_GOOD = [
  'DeterminismError',
  'VersionError',
  'RoundFailedError',
  'InputGoneError',
  'UnknownJobError',
  'EventError',
  'SettingsError',
];

describe('the definition', () => {
  test('is valid Amazon States Language', () => {
    const { isValid, errorsText } = validate(fresh());
    expect(isValid, errorsText('\n')).toBe(true);
  });

  test('is known to be invalid when a target is missing', () => {
    const broken = fresh();
    stateOf(broken, 'Plan').Next = 'Nowhere';
    expect(validate(broken).isValid).toBe(false);
  });

  test('calls one function for each task, by the name that stands for it', () => {
    const names = TASKS.map((name) => stateOf(machine, name).Resource);
    expect(names).toEqual(['plan', 'chunk', 'merge', 'fail'].map((name) => `\${${name}}`));
  });

  test('spreads a round over standard child executions, below the default account limit', () => {
    const { ItemProcessor, MaxConcurrency } = stateOf(machine, 'Round');
    expect(ItemProcessor?.ProcessorConfig).toEqual({
      Mode: 'DISTRIBUTED',
      ExecutionType: 'STANDARD',
    });
    expect(MaxConcurrency).toBeLessThanOrEqual(900);
  });

  test('goes from each state only where it should', () => {
    expect(edgesOf(machine.States)).toEqual({
      Plan: 'Decide Report Report',
      Decide: 'Round Merge Stopped Unplanned',
      Round: 'Plan Report Report',
      Merge: 'Report Report',
      Stopped: '',
      Unplanned: 'Report',
      Report: 'Failed',
      Failed: '',
    });
  });

  test('lets one chunk be lost, and ends the round for what concerns the whole job', () => {
    const { States = {} } = stateOf(machine, 'Round').ItemProcessor ?? {};
    expect(edgesOf(States)).toEqual({ Chunk: 'Hopeless Lost Lost', Lost: '', Hopeless: '' });
    expect(stateOf(machine, 'Chunk').Catch?.map(({ ErrorEquals }) => ErrorEquals)).toEqual([
      FOR_GOOD,
      ['States.DataLimitExceeded'],
      ['States.ALL'],
    ]);
  });
});

/** Where each state can lead to, in the order in which it says so. */
function edgesOf(states: Record<string, State>): Record<string, string> {
  const edges = Object.entries(states).map(([name, state]) => [
    name,
    [...(state.Choices ?? []).map(({ Next }) => Next), state.Next, state.Default, ...caught(state)]
      .filter((next) => next !== undefined)
      .join(' '),
  ]);
  return Object.fromEntries(edges);
}

const caught = (state: State) => (state.Catch ?? []).map(({ Next }) => Next);

describe('retries', () => {
  test.each(TASKS)('%s does not try again what no retry heals', (name) => {
    expect(stateOf(machine, name).Retry?.[0]).toEqual({
      ErrorEquals: FOR_GOOD,
      MaxAttempts: 0,
    });
  });

  test.each(TASKS)('%s spreads all its other retries at random and bounds the wait', (name) => {
    for (const retry of stateOf(machine, name).Retry?.slice(1) ?? []) {
      expect(retry).toMatchObject({ JitterStrategy: 'FULL', MaxDelaySeconds: expect.any(Number) });
    }
  });

  test.each(TASKS)(
    '%s waits for a free place longest, then for the service, then for others',
    (name) => {
      const attempts = stateOf(machine, name).Retry?.map(({ ErrorEquals, MaxAttempts }) => [
        (ErrorEquals as string[])[0],
        MaxAttempts,
      ]);
      // Where care can be taken, a death is tried again once without it.
      const deaths = name === 'Chunk' ? [['Lambda.Unknown', 1]] : [];
      expect(attempts?.slice(1)).toEqual([
        ['Lambda.TooManyRequestsException', 300],
        ['Lambda.ServiceException', 10],
        ...deaths,
        ['States.ALL', 4],
      ]);
    },
  );

  test.each(['Plan', 'Round', 'Merge'])('%s reports also what States.ALL lets escape', (name) => {
    expect(stateOf(machine, name).Catch?.map(({ ErrorEquals }) => ErrorEquals)).toEqual([
      ['States.DataLimitExceeded'],
      ['States.ALL'],
    ]);
  });
});

describe('the portable subset', () => {
  test('holds the whole definition', () => {
    expect(unportable(machine)).toEqual([]);
  });

  test.each([
    ['Task', 'Plan', 'QueryLanguage', 'JSONata'],
    ['Task', 'Plan', 'Assign', { a: 1 }],
    ['Task', 'Chunk', 'Arguments', {}],
    ['Task', 'Chunk', 'Output', {}],
    ['Task', 'Chunk', 'Credentials', {}],
    ['Task', 'Chunk', 'HeartbeatSeconds', 5],
    ['Task', 'Chunk', 'HeartbeatSecondsPath', '$.s'],
    ['Task', 'Chunk', 'TimeoutSecondsPath', '$.s'],
    ['Map', 'Round', 'Items', []],
    ['Map', 'Round', 'ItemReader', {}],
    ['Map', 'Round', 'ItemBatcher', {}],
    ['Map', 'Round', 'ResultWriter', {}],
    ['Map', 'Round', 'ToleratedFailureCount', 1],
    ['Map', 'Round', 'ToleratedFailureCountPath', '$.n'],
    ['Map', 'Round', 'ToleratedFailurePercentage', 1],
    ['Map', 'Round', 'ToleratedFailurePercentagePath', '$.n'],
    ['Map', 'Round', 'Label', 'round'],
    ['Choice', 'Decide', 'Assign', {}],
    ['Pass', 'Unplanned', 'Output', {}],
    ['Fail', 'Failed', 'Output', {}],
  ])('refuses in a %s state (%s) the field %s', (_type, name, field, value) => {
    const planted = fresh();
    stateOf(planted, name)[field] = value;
    expect(unportable(planted)).toHaveLength(1);
    expect(unportable(planted)[0]).toContain(`${name}: ${field}`);
  });

  test.each([
    ['at the top', (d: Definition) => (d['QueryLanguage'] = 'JSONata')],
    ['in a retry', (d: Definition) => ((stateOf(d, 'Chunk').Retry ?? [])[0] = { Output: 1 })],
    [
      'in a choice',
      (d: Definition) => Object.assign(stateOf(d, 'Decide').Choices?.[0] ?? {}, { Assign: {} }),
    ],
    [
      'in a catch',
      (d: Definition) => Object.assign(stateOf(d, 'Plan').Catch?.[0] ?? {}, { Output: 1 }),
    ],
    [
      'in the processor',
      (d: Definition) =>
        Object.assign(stateOf(d, 'Round').ItemProcessor ?? {}, { QueryLanguage: 'JSONata' }),
    ],
    ['as an expression', (d: Definition) => (stateOf(d, 'Plan')['Comment'] = '{% $x %}')],
    [
      'in the context',
      (d: Definition) => (stateOf(d, 'Round')['ItemSelector'] = { 'a.$': '$$.Execution.Id' }),
    ],
    [
      'as a service call',
      (d: Definition) => (stateOf(d, 'Plan').Resource = 'arn:aws:states:::sqs:sendMessage'),
    ],
    ['as another kind of state', (d: Definition) => (stateOf(d, 'Stopped').Type = 'Wait')],
    [
      'as a task without a time limit',
      (d: Definition) => delete stateOf(d, 'Chunk').TimeoutSeconds,
    ],
    ['as a map without a bound', (d: Definition) => delete stateOf(d, 'Round').MaxConcurrency],
  ])('refuses what differs %s', (_where, plant) => {
    const planted = fresh();
    plant(planted);
    expect(unportable(planted)).toHaveLength(1);
  });
});

test('ten thousand chunks fit into the state, and their answers into the result', () => {
  const limit = 256 * 1024;
  const chunks = Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index);
  const plan = { next: 'round', round: 99, chunks, left: 1e9, stuck: 2 };
  const state = { job: `mix-${'0'.repeat(16)}`, plan };
  expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(limit);
  const lost = stateOf(machine, 'Lost')['Result'];
  expect(Buffer.byteLength(JSON.stringify(chunks.map(() => lost)))).toBeLessThan(limit);
});

describe('run by the local engine', () => {
  const job = { job: 'delete-nim-0123456789abcdef' };
  const round = (number: number, chunks: number[], stuck = 0) => ({
    ...{ next: 'round', round: number, chunks, stuck },
  });
  const twoRounds = (state: Input) =>
    (state.plan?.round ?? 0) < 2 ? round((state.plan?.round ?? 0) + 1, [7, 8]) : { next: 'merge' };
  const once = (state: Input) => (state.plan === undefined ? round(1, [7]) : { next: 'merge' });

  /** What the tasks of this machine get, taken together. */
  interface Input {
    chunk?: number;
    stuck?: number;
    plan?: { round: number; stuck: number };
  }

  interface Tasks {
    plan?: (input: Input) => unknown;
    chunk?: (input: Input) => unknown;
    merge?: () => unknown;
    report?: () => unknown;
  }

  async function run({
    plan = twoRounds,
    chunk = () => null,
    merge = () => null,
    report = () => null,
  }: Tasks) {
    const calls: (readonly [string, unknown])[] = [];
    const recorded = (name: string, task: (input: Input) => unknown) => async (value: unknown) => {
      calls.push([name, value]);
      return JSON.parse(JSON.stringify(task(value as Input)));
    };
    const { result } = new StateMachine(fresh() as unknown as StateMachineDefinition).run(job, {
      overrides: {
        taskResourceLocalHandlers: {
          Plan: recorded('plan', plan),
          Chunk: recorded('chunk', chunk),
          Merge: recorded('merge', merge),
          Report: recorded('fail', report),
        },
        retryIntervalOverrides: { Plan: 0, Chunk: 0, Merge: 0, Report: 0 },
      },
    });
    const end = await result.then(
      (output: unknown) => ({ output, error: null }),
      (failure: Error) => ({
        output: null,
        error: (failure.cause as Error | undefined)?.name ?? failure.name,
      }),
    );
    return { ...end, calls, names: calls.map(([name]) => name).join(' ') };
  }

  const failing = (name: string) => () => {
    throw Object.assign(new RangeError('planted'), { name });
  };

  test('plans, runs a round, plans again, and merges when plan says so', async () => {
    const { names, error, calls, output } = await run({});
    expect(names).toBe('plan chunk chunk plan chunk chunk plan merge');
    expect(error).toBeNull();
    expect(calls[1]?.[1]).toEqual({ ...job, round: 1, chunk: 7, stuck: 0 });
    // What chunks and merge return never enters the state.
    expect(calls[3]?.[1]).toEqual({ ...job, plan: round(1, [7, 8]) });
    expect(output).toEqual({ ...job, plan: { next: 'merge' } });
  });

  test('a cancelled job ends without a merge', async () => {
    const { names, error } = await run({ plan: () => ({ next: 'stop' }) });
    expect([names, error]).toEqual(['plan', null]);
  });

  test.each([
    ['StorageError', 2],
    ['Sandbox.Timedout', 1],
    ['Lambda.Unknown', 1],
  ])(
    'a chunk that ends with %s is tried again, and then once more %i times',
    async (name, times) => {
      let failures = 0;
      const { names, error } = await run({
        plan: once,
        chunk: () => {
          failures += 1;
          return failures <= times ? failing(name)() : null;
        },
      });
      expect([names, error]).toEqual([`plan${' chunk'.repeat(times + 1)} plan merge`, null]);
    },
  );

  test.each([
    ['TypeError', 5],
    ['Sandbox.Timedout', 2],
    ['Lambda.Unknown', 2],
    ['States.DataLimitExceeded', 5],
  ])(
    'a chunk that ends with %s for good is lost after %i tries, and its neighbour is not',
    async (name, tries) => {
      const { names, error, calls } = await run({
        plan: (state) => (state.plan === undefined ? round(1, [7, 8]) : twice(state)),
        chunk: (input) => (input.chunk === 7 && input.stuck === 0 ? failing(name)() : null),
      });
      const count = (chunk: number) =>
        calls.filter(([, value]) => (value as Input).chunk === chunk).length;
      // With care it is done at the first try.
      expect([count(7), count(8), error]).toEqual([tries + 1, 1, null]);
      expect(names).toMatch(/^plan( chunk)+ plan chunk plan merge$/);
      expect(calls.at(-3)?.[1]).toEqual({ ...job, round: 1, chunk: 7, stuck: 1 });
    },
  );

  const twice = ({ plan }: Input) => (plan?.stuck === 0 ? round(1, [7], 1) : { next: 'merge' });

  test.each(FOR_GOOD)('%s is tried once and reported', async (name) => {
    const { names, error, calls } = await run({
      plan: () => round(1, [7]),
      chunk: failing(name),
    });
    expect([names, error]).toEqual(['plan chunk fail', name]);
    expect(calls.at(-1)?.[1]).toMatchObject({ ...job, error: { Error: name, Cause: 'planted' } });
  });

  test('a plan that fails for good is tried five times and reported', async () => {
    const { names, error } = await run({ plan: failing('TypeError') });
    expect([names, error]).toEqual(['plan plan plan plan plan fail', 'TypeError']);
  });

  test('a merge that fails for good is reported', async () => {
    const { names, error } = await run({
      plan: () => ({ next: 'merge' }),
      merge: failing('DeterminismError'),
    });
    expect([names, error]).toEqual(['plan merge fail', 'DeterminismError']);
  });

  test('a next step that the machine does not know is reported, not taken for another', async () => {
    const { names, error } = await run({ plan: () => ({ next: 'mrege' }) });
    expect([names, error]).toEqual(['plan fail', 'UnknownStep']);
  });

  test('a report that fails ends the execution there, where a redrive begins again', async () => {
    const { names, error } = await run({
      plan: failing('VersionError'),
      report: failing('DeterminismError'),
    });
    expect([names, error]).toEqual(['plan fail', 'DeterminismError']);
  });
});
