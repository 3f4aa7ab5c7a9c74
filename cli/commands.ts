import { buildCommand, buildRouteMap } from '@stricli/core';
import type { Context } from './context.ts';
import { parseText } from './flag-parsers.ts';
import {
  displayFlags,
  type PlanFlags,
  planFlags,
  type SolveCommandFlags,
  solveCommandFlags,
  solveFlags,
} from './flags.ts';
import { cancel, doctor, fetch, logs, resume, status, submit } from './job-commands.ts';
import { RUN_ALIASES, run } from './run-command.ts';
import { schedule } from './schedule-commands.ts';
import { dev, invoke } from './stack-commands.ts';

const words = (placeholder: string, brief: string) => ({ brief, parse: parseText, placeholder });

const solve = buildCommand<SolveCommandFlags, [string, string?], Context>({
  loader: () => import('./solve.ts'),
  parameters: {
    flags: solveCommandFlags,
    aliases: { j: 'jobs' },
    positional: {
      kind: 'tuple',
      parameters: [
        words('GAME', 'name or judge id, see: nimbus games'),
        { ...words('FILE', 'an input file; - or nothing for standard input'), optional: true },
      ],
    },
  },
  docs: {
    brief: 'solve one file to standard output',
    customUsage: [
      { input: 'delete-nim 01.in', brief: 'print the answers to 01.in' },
      {
        input: 'agc016f - < 01.in',
        brief: 'the game by its judge id, the file from standard input',
      },
      {
        input: '--literal hdu5865 01.in',
        brief: 'answer by the literal rules instead of the judge',
      },
    ],
    fullDescription:
      'Prints exactly the bytes of the judge. When a case is wrong it prints no answer at all,\n' +
      'says on standard error what is wrong and where, and exits with 1.\n' +
      'A large case of dag-subgraph-count is solved on all cores, see --jobs.',
  },
});

const plan = buildCommand<PlanFlags, string[], Context>({
  loader: () => import('./plan.ts'),
  parameters: {
    flags: planFlags,
    aliases: RUN_ALIASES,
    positional: {
      kind: 'array',
      parameter: words('PATH', 'files, folders or JSON Lines'),
      minimum: 1,
    },
  },
  docs: {
    brief: 'say what would run, why, and how long it would take',
    customUsage: [
      { input: 'tests -o answers', brief: 'what a run with the same words would do' },
      { input: 'tests --json', brief: 'the same as one JSON document' },
    ],
  },
});

const games = buildCommand<{ readonly json?: boolean; readonly plain?: boolean }, [], Context>({
  loader: () => import('./games.ts'),
  parameters: { flags: { json: solveFlags.json, plain: displayFlags.plain } },
  docs: { brief: 'list the games with their names, formats and limits' },
});

const help = buildCommand<NonNullable<unknown>, [string?], Context>({
  loader: () => import('./help.ts'),
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          ...words('TOPIC', 'a verb, a game, or one of: exit-codes, inputs, results, stores'),
          optional: true,
        },
      ],
    },
  },
  docs: { brief: 'explain a verb, a game or a topic' },
});

const verbs = {
  solve,
  run,
  plan,
  submit,
  status,
  fetch,
  resume,
  cancel,
  logs,
  schedule,
  dev,
  invoke,
  games,
  doctor,
};

/** The verbs with a help page of their own. */
export const VERBS: readonly string[] = Object.keys(verbs);

/** All verbs. Each is loaded when it is used. */
export const commands = buildRouteMap<keyof typeof verbs | 'help', Context>({
  routes: { ...verbs, help },
  docs: {
    brief: 'exact answers for impartial combinatorial games, in bulk',
    fullDescription:
      'Exact answers for impartial combinatorial games, in bulk.\n\n' +
      '  nimbus solve delete-nim 01.in      one file to standard output\n' +
      '  nimbus run tests -o answers        a folder of files of any games\n' +
      '  nimbus plan tests                  what would run, and how long it takes\n' +
      '  nimbus submit tests                the same as a job, here or on AWS\n' +
      '  nimbus help results                what a run writes',
  },
});
