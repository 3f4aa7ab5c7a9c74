import {
  parseDuration,
  parseEntries,
  parseJobs,
  parseModulus,
  parseShard,
  parseSize,
  parseText,
  type Shard,
} from './flag-parsers.ts';

/** What is asked for in place of the judge's answer. */
export interface AskedFlags {
  readonly exact?: boolean;
  readonly modulus?: number;
  readonly histogram?: boolean;
}

/** Flags that can change an answer or how it is shown; `solve` and `run` share them. */
export interface SolveFlags extends AskedFlags {
  readonly literal?: boolean;
  readonly lenient?: boolean;
  readonly json?: boolean;
  readonly timeLimit?: number;
  readonly mem?: number;
}

export interface SolveCommandFlags extends SolveFlags {
  readonly jobs?: number;
}

/** Flags that say which files there are and which game they are of. */
export interface SelectFlags {
  readonly game?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly shard?: Shard;
  /** Of an archive. */
  readonly maxEntries?: number;
}

export interface RunFlags extends SolveFlags, SelectFlags {
  readonly out?: string;
  readonly jobs?: number;
  readonly ext?: 'out' | 'ans' | 'a';
  readonly overwrite: 'never' | 'stale' | 'always';
  readonly certify: 'none' | 'sample' | 'all';
  readonly secondSolver?: 'brute';
  readonly failFast?: boolean;
  readonly keepGoing?: boolean;
  readonly sidecar?: boolean;
  readonly progress: 'auto' | 'bar' | 'plain' | 'json' | 'none';
  readonly color: 'auto' | 'always' | 'never';
  readonly plain?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly dryRun?: boolean;
}

export interface PlanFlags extends RunFlags {
  readonly explain?: boolean;
  readonly price?: string;
}

export const flag = (brief: string) =>
  ({ kind: 'boolean', brief, optional: true, withNegated: false }) as const;
export const text = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: parseText, brief, placeholder, optional: true }) as const;

const jobs = {
  kind: 'parsed',
  parse: parseJobs,
  brief: 'threads that solve (default: one a core)',
  placeholder: 'N',
  optional: true,
} as const;

export const askedFlags = {
  exact: flag('the count itself, not a residue; black-white-pairs and dag-subgraph-count only'),
  modulus: {
    kind: 'parsed',
    parse: parseModulus,
    brief: 'count modulo this number, not 1000000007; as for --exact',
    placeholder: 'M',
    optional: true,
  },
  histogram: flag(
    'a line a Grundy value g: g, on how many subsets 1 has it, and 1 and 2 both; dag-subgraph-count only',
  ),
} as const;

export const solveFlags = {
  literal: flag('answer by the literal rules, by search; only where a search can reach'),
  lenient: flag('accept +5 for 5, with a warning'),
  ...askedFlags,
  json: flag('print JSON instead of text'),
  timeLimit: {
    kind: 'parsed',
    parse: parseDuration,
    brief:
      'refuse a case whose forecast is longer; run also stops one that takes longer (default 10m)',
    placeholder: '10s',
    optional: true,
  },
  mem: {
    kind: 'parsed',
    parse: parseSize,
    brief: 'refuse a case that would need more memory (default 2G)',
    placeholder: '512M',
    optional: true,
  },
} as const;

export const solveCommandFlags = { ...solveFlags, jobs } as const;

export const selectFlags = {
  game: text('the game of every file, by name or judge id; auto finds out', 'auto|ID'),
  only: { ...text('take only files whose path matches', 'GLOB'), variadic: true },
  skip: { ...text('leave out files whose path matches', 'GLOB'), variadic: true },
  shard: {
    kind: 'parsed',
    parse: parseShard,
    brief: 'take part i of n of the files, such as 2/5; of JSON Lines with an output of its own',
    placeholder: 'i/n',
    optional: true,
  },
  maxEntries: {
    kind: 'parsed',
    parse: parseEntries,
    brief: 'refuse an archive with more entries than that (default 10000, at most 100000)',
    placeholder: 'N',
    optional: true,
  },
} as const;

const outputFlags = {
  out: text('write below this folder; - prints the answers (default: beside the inputs)', 'DIR|-'),
  jobs,
  ext: {
    kind: 'enum',
    values: ['out', 'ans', 'a'],
    brief: 'extension of answer files (default: as the folder has it, else out)',
    optional: true,
  },
  overwrite: {
    kind: 'enum',
    values: ['never', 'stale', 'always'],
    default: 'stale',
    brief:
      'replace an answer file that is there: never, if it is an outdated one of ours, or always',
  },
  certify: {
    kind: 'enum',
    values: ['none', 'sample', 'all'],
    default: 'none',
    brief: 'verify the certificate of answers that have one',
  },
  secondSolver: {
    kind: 'enum',
    values: ['brute'],
    brief: 'solve a second time by brute force where it can reach, and compare',
    optional: true,
  },
  failFast: flag('stop at the first error'),
  keepGoing: flag('go on after errors, as is the default; not with --fail-fast'),
  sidecar: flag('also write X.result.json beside each answer'),
} as const;

export const displayFlags = {
  progress: {
    kind: 'enum',
    values: ['auto', 'bar', 'plain', 'json', 'none'],
    default: 'auto',
    brief: 'how to show progress on standard error',
  },
  color: { kind: 'enum', values: ['auto', 'always', 'never'], default: 'auto', brief: 'colours' },
  plain: flag('tables as lines with tabs'),
  quiet: flag('no table, no progress, no summary line'),
  verbose: flag('list ignored files and all warnings'),
} as const;

export const runFlags = {
  ...selectFlags,
  ...outputFlags,
  ...solveFlags,
  ...displayFlags,
  dryRun: flag('only say what would run, as nimbus plan does'),
} as const;

/** A plan takes all words of a run. */
export const planFlags = {
  ...runFlags,
  explain: flag('say for each file how its game was found'),
  price: text(
    'a JSON file of prices in place of the list prices of AWS, such as {"gb_second": 0.00002}',
    'FILE',
  ),
} as const;
