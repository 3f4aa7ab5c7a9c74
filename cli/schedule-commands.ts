import { buildCommand, buildRouteMap } from '@stricli/core';
import type { Context } from './context.ts';
import { parseText } from './flag-parsers.ts';
import {
  type AddFlags,
  addFlags,
  type ListFlags,
  listFlags,
  type PauseFlags,
  pauseFlags,
  type ScheduleFlags,
  scheduleFlags,
} from './schedule-flags.ts';

const name = {
  kind: 'tuple',
  parameters: [{ brief: 'name of the schedule', parse: parseText, placeholder: 'NAME' }],
} as const;

const add = buildCommand<AddFlags, [string], Context>({
  loader: async () => (await import('./schedule.ts')).add,
  parameters: { flags: addFlags, aliases: { n: 'dryRun' }, positional: name },
  docs: {
    brief: 'add a schedule, or replace the one of that name',
    customUsage: [
      {
        input: "nightly --cron '0 3 * * *' --tz Europe/Berlin --prefix inbox/team/",
        brief: 'every night at three',
      },
      { input: "nightly --cron '0 3 * * *' --dry-run", brief: 'only print the next 5 times' },
    ],
    fullDescription:
      'At each time, everything below the prefix that has no result by the solvers of that day is solved. A\n' +
      'time that does not exist in spring is left for the end of the gap by nimbus dev, and left out on AWS;\n' +
      'one that exists twice in autumn is taken once.',
  },
});

const list = buildCommand<ListFlags, [], Context>({
  loader: async () => (await import('./schedule.ts')).list,
  parameters: { flags: listFlags },
  docs: { brief: 'list the schedules with their next times' },
});

const rm = buildCommand<ScheduleFlags, [string], Context>({
  loader: async () => (await import('./schedule.ts')).rm,
  parameters: { flags: scheduleFlags, positional: name },
  docs: { brief: 'remove a schedule; what it has solved stays' },
});

const pause = buildCommand<PauseFlags, [string], Context>({
  loader: async () => (await import('./schedule.ts')).pause,
  parameters: { flags: pauseFlags, positional: name },
  docs: { brief: 'let a schedule rest, or go on with --off' },
});

const run = buildCommand<ScheduleFlags, [string], Context>({
  loader: async () => (await import('./schedule.ts')).run,
  parameters: { flags: scheduleFlags, positional: name },
  docs: { brief: 'fire a schedule now' },
});

/** `nimbus schedule …` */
export const schedule = buildRouteMap<'add' | 'list' | 'rm' | 'pause' | 'run', Context>({
  routes: { add, list, rm, pause, run },
  docs: { brief: 'solve what is new below a prefix at planned times' },
});
