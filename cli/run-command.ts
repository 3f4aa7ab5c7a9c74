import { buildCommand } from '@stricli/core';
import type { Context } from './context.ts';
import { parseText } from './flag-parsers.ts';
import { type RunFlags, runFlags } from './flags.ts';

export const RUN_ALIASES = {
  g: 'game',
  o: 'out',
  j: 'jobs',
  q: 'quiet',
  v: 'verbose',
  n: 'dryRun',
} as const;

export const run = buildCommand<RunFlags, string[], Context>({
  loader: () => import('./run.ts'),
  parameters: {
    flags: runFlags,
    aliases: RUN_ALIASES,
    positional: {
      kind: 'array',
      parameter: {
        brief: 'files, folders or JSON Lines; - for standard input',
        parse: parseText,
        placeholder: 'PATH',
      },
      minimum: 1,
    },
  },
  docs: {
    brief: 'solve many files and write the answers',
    customUsage: [
      {
        input: 'tests -o answers',
        brief: 'every file below tests; answers and results go below answers',
      },
      { input: 'secret --game delete-nim --ext ans', brief: 'answers beside the inputs, as X.ans' },
      { input: 'batch.jsonl -o answers', brief: 'instances of any games, one a line' },
      {
        input: 'tests -o answers --jobs 2 --time-limit 10s',
        brief: 'two threads, ten seconds a file',
      },
    ],
    fullDescription:
      'Writes an answer file for each input whose cases are all answered, and results.jsonl,\n' +
      'summary.csv and errors.jsonl. What a former run answered is not solved again.',
  },
});
