import { parseText } from './flag-parsers.ts';
import { displayFlags, flag, text } from './flags.ts';
import { storeFlags } from './job-flags.ts';
import type { StoreFlags } from './store/place.ts';

export interface ScheduleFlags extends StoreFlags {
  readonly json?: boolean;
}

export interface ListFlags extends ScheduleFlags {
  readonly plain?: boolean;
}

export interface AddFlags extends ScheduleFlags {
  readonly cron: string;
  readonly tz: string;
  readonly prefix: string;
  readonly overlap: 'skip' | 'queue' | 'parallel';
  readonly dryRun?: boolean;
}

export interface PauseFlags extends ScheduleFlags {
  readonly off?: boolean;
}

export const scheduleFlags = { ...storeFlags, json: flag('print JSON instead of text') } as const;

export const listFlags = { ...scheduleFlags, plain: displayFlags.plain } as const;

export const addFlags = {
  ...scheduleFlags,
  cron: {
    kind: 'parsed',
    parse: parseText,
    brief: 'five fields: minute, hour, day of the month, month, day of the week',
    placeholder: "'0 3 * * *'",
  },
  tz: {
    ...text('time zone of the five fields', 'Europe/Berlin'),
    default: 'UTC',
    optional: false,
  },
  prefix: {
    ...text('what to evaluate: everything below this prefix of the inbox', 'inbox/…'),
    default: 'inbox/',
    optional: false,
  },
  overlap: {
    kind: 'enum',
    values: ['skip', 'queue', 'parallel'],
    default: 'skip',
    brief: 'while the run before is still at work: skip this one, or go ahead',
  },
  dryRun: flag('only print the next 5 times'),
} as const;

export const pauseFlags = { ...scheduleFlags, off: flag('go on after a pause') } as const;
