import type { Asked } from '../core/game.ts';
import { findGame } from '../core/games/index.ts';
import { isAsked, JUDGES, readModulus } from '../core/pipeline/asked.ts';
import { echo } from '../core/text/echo.ts';
import { sha256 } from './hash.ts';
import { ALL_SOLVERS } from './results/key.ts';

/** One version of one uploaded object. */
export interface UploadName {
  readonly bucket: string;
  readonly key: string;
  /** Of a bucket that keeps versions, else null. */
  readonly version: string | null;
  readonly etag: string;
}

/** What an uploader may ask for. */
export interface JobOptions {
  /** The game of every instance that names none itself; null where its path or its content has to tell. */
  readonly game: string | null;
  readonly lenient: boolean;
  readonly ext: 'out' | 'ans' | 'a' | null;
  /** Cases that may end in an error before the job counts as failed, in percent; null for any number. */
  readonly tolerate: number | null;
  /** What the instances are asked that ask for nothing themselves; absent for the judge's answer. */
  readonly asked?: Asked;
}

export const DEFAULT_OPTIONS: JobOptions = {
  game: null,
  lenient: false,
  ext: null,
  tolerate: null,
};

/** Hash of what was uploaded, whatever becomes of it. A list of a bucket tells all that goes into it. */
export function uploadHash({ bucket, key, etag }: Omit<UploadName, 'version'>): string {
  return sha256(JSON.stringify([bucket, key, etag]));
}

/** What an answer depends on beside the text: `delete-nim@1`, or all solvers where the content tells the game. */
export function solversOf(game: string | null): string {
  const entry = game === null ? undefined : findGame(game);
  return entry === undefined ? ALL_SOLVERS : `${entry.name}@${entry.version}`;
}

/**
 * The name of the job that solves an upload. There is no time and no chance in it: the same upload with
 * the same options and solvers is the same job, however often it is announced.
 */
export function jobId(
  upload: UploadName,
  game: string | null,
  options: JobOptions,
  solvers = solversOf(game),
): string {
  const { bucket, key, version, etag } = upload;
  const identity = [bucket, key, version ?? etag, Object.entries(options).sort(), solvers];
  return `${game ?? 'mix'}-${sha256(JSON.stringify(identity)).slice(0, 16)}`;
}

/** How options travel with an upload, as metadata of the object. */
export function optionsAsMetadata(options: JobOptions): Record<string, string> {
  const { asked = JUDGES, ...others } = options;
  const usual: Readonly<Record<string, unknown>> = { ...DEFAULT_OPTIONS, ...JUDGES };
  const all = Object.entries({ ...others, ...asked });
  const given = all.filter(([name, value]) => value !== usual[name]);
  return Object.fromEntries(given.map(([name, value]) => [`${PREFIX}${name}`, `${value}`]));
}

const PREFIX = 'nimbus-';

/** The options in an object's metadata, or what is wrong with them. */
export function optionsFrom(metadata: Readonly<Record<string, string>>): JobOptions | string {
  let options = DEFAULT_OPTIONS;
  let asked = JUDGES;
  for (const [name, value] of Object.entries(metadata)) {
    if (!name.startsWith(PREFIX)) continue;
    const option = name.slice(PREFIX.length);
    const parsed = READ.get(option)?.(value);
    const wanted = parsed ?? READ_ASKED.get(option)?.(value);
    if (wanted === undefined) return echo(`${name} = '${value}'`);
    if (parsed === undefined) asked = { ...asked, ...wanted };
    else options = { ...options, ...parsed };
  }
  return isAsked(asked) ? { ...options, asked } : options;
}

/** A map, for a name in metadata may be one that every object has. */
const READ = new Map<string, (text: string) => Partial<JobOptions> | undefined>([
  [
    'game',
    (text) => {
      const entry = findGame(text);
      return entry && { game: entry.name };
    },
  ],
  ['lenient', (text) => (isSwitch(text) ? { lenient: text === 'true' } : undefined)],
  ['ext', (text) => (text === 'out' || text === 'ans' || text === 'a' ? { ext: text } : undefined)],
  [
    'tolerate',
    (text) => {
      const percent = Number(text);
      return percent >= 0 && percent <= 100 ? { tolerate: percent } : undefined;
    },
  ],
]);

const READ_ASKED = new Map<string, (text: string) => Partial<Asked> | undefined>([
  ['exact', (text) => (isSwitch(text) ? { exact: text === 'true' } : undefined)],
  ['histogram', (text) => (isSwitch(text) ? { histogram: text === 'true' } : undefined)],
  [
    'modulus',
    (text) => {
      const modulus = readModulus(text);
      return modulus === null ? undefined : { modulus };
    },
  ],
]);

function isSwitch(text: string): boolean {
  return text === 'true' || text === 'false';
}
