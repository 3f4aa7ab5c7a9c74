import { UsageError } from './failures.ts';
import { parseDuration } from './flag-parsers.ts';
import type { AskedFlags, SelectFlags } from './flags.ts';
import { askedFlags, flag, selectFlags, solveFlags, text } from './flags.ts';
import type { StoreFlags } from './store/place.ts';

/** `2%` or `2` → 2. */
export function parsePercent(given: string): number {
  const match = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(given);
  const percent = match === null ? Number.NaN : Number(match[1]);
  if (percent <= 100) return percent;
  throw new UsageError(`found '${given}', allowed a share from 0% to 100%, such as 2%`);
}

export interface JobFlags extends StoreFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export interface SubmitFlags extends JobFlags, SelectFlags, AskedFlags {
  readonly lenient?: boolean;
  readonly ext?: 'out' | 'ans' | 'a';
  readonly name?: string;
  readonly to?: string;
  readonly tolerate?: number;
  readonly wait?: boolean;
}

export interface StatusFlags extends JobFlags {
  readonly watch?: boolean;
  readonly all?: boolean;
  readonly plain?: boolean;
}

/** What `fetch` downloads. */
export const WHATS = ['answers', 'results', 'summary', 'report', 'errors', 'all'] as const;
export type What = (typeof WHATS)[number];

export interface FetchFlags extends JobFlags {
  readonly what?: readonly What[];
  readonly overwrite: 'never' | 'stale' | 'always';
}

export interface ResumeFlags extends JobFlags {
  readonly failedOnly?: boolean;
  readonly wait?: boolean;
}

export interface CancelFlags extends JobFlags {
  readonly yes?: boolean;
}

export interface LogsFlags extends StoreFlags {
  readonly json?: boolean;
  readonly tail?: boolean;
  readonly filter?: string;
  readonly since?: number;
}

export type DoctorFlags = JobFlags;

export const storeFlags = {
  store: text(
    'where uploads and results lie: the data folder of nimbus dev, or a bucket (default .nimbus)',
    'FOLDER|s3://BUCKET',
  ),
  profile: text('profile of the AWS configuration', 'NAME'),
  region: text('region of AWS', 'REGION'),
} as const;

const jobFlags = {
  ...storeFlags,
  json: flag('print JSON instead of text'),
  quiet: flag('no progress, no closing line'),
} as const;

const wait = flag('wait until the job is done; the exit code is that of its result');

export const submitFlags = {
  ...selectFlags,
  ...jobFlags,
  lenient: solveFlags.lenient,
  ...askedFlags,
  ext: {
    kind: 'enum',
    values: ['out', 'ans', 'a'],
    brief: 'extension of answer files (default: as the folder has it, else out)',
    optional: true,
  },
  name: text('name of the upload; another name is another job', 'NAME'),
  to: text('a bucket, and a prefix below its inbox', 's3://BUCKET[/PREFIX]'),
  tolerate: {
    kind: 'parsed',
    parse: parsePercent,
    brief: 'share of cases that may end in an error before the job counts as failed',
    placeholder: '2%',
    optional: true,
  },
  wait,
} as const;

export const statusFlags = {
  ...jobFlags,
  watch: flag('go on until the job has come to its end'),
  all: flag('list all jobs, not only the newest 20'),
  plain: flag('tables as lines with tabs'),
} as const;

/** `answers,summary` → both. */
export function parseWhat(given: string): readonly What[] {
  const names = given.split(',');
  const wrong = names.find((name) => !WHATS.includes(name as What));
  if (wrong === undefined) return names as What[];
  throw new UsageError(`found '${wrong}', allowed ${WHATS.join(', ')}, with commas between them`);
}

export const fetchFlags = {
  ...jobFlags,
  what: {
    kind: 'parsed',
    parse: parseWhat,
    brief: `what to fetch: ${WHATS.join(', ')} (default answers,results,summary,errors)`,
    placeholder: 'LIST',
    optional: true,
  },
  overwrite: {
    kind: 'enum',
    values: ['never', 'stale', 'always'],
    default: 'stale',
    brief: 'replace a file that is there: never, if it is of a former generation, or always',
  },
} as const;

export const resumeFlags = {
  ...jobFlags,
  failedOnly: flag('of a job that is done, solve every instance with an error again'),
  wait,
} as const;

export const cancelFlags = { ...jobFlags, yes: flag('do not ask') } as const;

export const logsFlags = {
  ...storeFlags,
  json: flag('print the lines as they were logged'),
  tail: flag('go on as more comes, until Ctrl-C'),
  filter: text('only lines with this text, or with a field of this value', 'TEXT|FIELD=VALUE'),
  since: {
    kind: 'parsed',
    parse: parseDuration,
    brief: 'only lines of the last while',
    placeholder: '10m',
    optional: true,
  },
} as const;

export const doctorFlags = { ...jobFlags } as const;
