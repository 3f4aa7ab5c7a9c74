import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { findGame } from '../../core/games/index.ts';
import { gameOfPath } from '../../core/games/of-path.ts';
import { isAsked } from '../../core/pipeline/asked.ts';
import { answerPath, fileKind, usualExtension } from '../../io/file-kinds.ts';
import { INBOX } from '../../io/keys.ts';
import { DEFAULT_OPTIONS, type JobOptions } from '../../io/uploads.ts';
import { askedBy } from '../asked-by.ts';
import { type Opened, opened } from '../batch/content.ts';
import type { Instance } from '../batch/instance.ts';
import { type Selection, type SelectOptions, select } from '../batch/select.ts';
import { UsageError } from '../failures.ts';
import type { AskedFlags } from '../flags.ts';
import { packChunks } from './pack-chunks.ts';
import { bodyOf, spooledBody, type UploadBody } from './upload-body.ts';

/** One object that is to be uploaded. */
export interface Upload {
  readonly key: string;
  readonly body: UploadBody;
  readonly options: JobOptions;
  readonly selection: Selection;
}

export interface UploadFlags extends Omit<SelectOptions, 'out'>, AskedFlags {
  readonly name?: string;
  readonly lenient?: boolean;
  /** In percent. */
  readonly tolerate?: number;
}

/**
 * What is uploaded for some PATHs: a single file as it is, where the inbox takes it for the same as a run
 * does; else all instances that a run would solve, as one pack. The same content has the same key.
 * `prefix`: below the inbox, with a slash at its end or empty. Throws RefusedError where there is nothing.
 */
export async function prepareUpload(
  paths: readonly string[],
  flags: UploadFlags,
  prefix: string,
): Promise<Upload> {
  const name = checkedName(flags.name);
  // As if answers went into a folder of their own, for files have other names then. There is no such
  // folder, so that no input is passed over as an answer in it.
  const out = join(tmpdir(), `nimbus-submit-${randomUUID()}`);
  const selection = await select(paths, { ...flags, out });
  const naming = { flags, name, prefix };
  const [path] = paths;
  const isOne = paths.length === 1 && path !== undefined && flags.shard === undefined;
  const single = isOne ? await asOneFile(path, selection, naming) : null;
  const content = single ?? packed(paths, selection, naming, out);
  return { ...content, selection };
}

/** What is known of an upload beside its content. */
interface Naming {
  readonly flags: UploadFlags;
  readonly name: string | null;
  readonly prefix: string;
}

type Content = Pick<Upload, 'key' | 'body' | 'options'>;

function optionsOf(flags: UploadFlags): JobOptions {
  const { game, lenient, ext, tolerate } = flags;
  const asked = askedBy(flags);
  return {
    ...DEFAULT_OPTIONS,
    game: findGame(game ?? '')?.name ?? null,
    lenient: lenient ?? false,
    ext: ext ?? null,
    tolerate: tolerate ?? null,
    ...(isAsked(asked) && { asked }),
  };
}

function asOneFile(path: string, selection: Selection, naming: Naming): Promise<Content | null> {
  return path === '-' ? longInput(selection, naming) : asItIs(path, selection, naming);
}

/** Null for what the inbox would not take for the same as a run does. */
async function asItIs(
  path: string,
  { instances }: Selection,
  { flags, name, prefix }: Naming,
): Promise<Content | null> {
  const file = basename(resolve(path));
  const kind = fileKind(file);
  const below = prefix + (name === null ? file : withExtension(name, file));
  const [first] = instances;
  if (first?.file !== file || fileKind(below) !== kind || !isReadable(path)) return null;
  const key = INBOX + below;
  const known = gameOfPath(below)?.game ?? null;
  const options = optionsOf(flags);
  if (kind === 'json-lines') {
    if (options.game === null && !areOfGame(instances, known)) return null;
    return { key, body: await bodyOf(path, { key, kind: 'lines', game: null, options }), options };
  }
  if (kind !== 'instance' || (first.game === null && known !== null)) return null;
  const game = first.game === known ? options.game : first.game;
  const own = { ...options, game, ext: extensionFor(below, first, options) };
  const upload = { key, kind: 'file', game: game ?? known, options: own } as const;
  return { key, body: await bodyOf(path, upload), options: own };
}

/** Standard input as a file by itself, where it is too long for memory; null for another one. */
async function longInput(
  { instances }: Selection,
  { flags, name, prefix }: Naming,
): Promise<Content | null> {
  const [first] = instances;
  if (first === undefined || !('path' in first.source) || first.problem !== null) return null;
  const options = { ...optionsOf(flags), game: first.game };
  const upload = { key: first.file, kind: 'file', game: first.game, options } as const;
  const body = await bodyOf(first.source.path, upload);
  const own = withExtension(name ?? `stdin-${body.sha256.slice(0, 16)}`, 'stdin.in');
  return { key: INBOX + prefix + own, body, options };
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether all lines that name no game themselves have one. */
function areOfGame(instances: Iterable<Instance>, known: string | null): boolean {
  for (const instance of instances) {
    const { why, game }: Opened = opened(instance);
    if (why !== 'its line' && game !== known) return false;
  }
  return true;
}

function withExtension(name: string, file: string): string {
  const extension = /\.[^./]*$/.exec(file)?.[0] ?? '';
  return name.endsWith(extension) ? name : name + extension;
}

/** The extension that has to be asked for so that the answer gets the name that a run gives it. */
function extensionFor(below: string, { answer }: Instance, options: JobOptions): JobOptions['ext'] {
  const usual = answerPath(
    below,
    usualExtension(below, () => false),
  );
  const [wanted, given] = [answer ?? '', usual].map(
    (path) => /\.(out|ans|a)$/.exec(path)?.[1] ?? null,
  );
  return wanted === given ? options.ext : (wanted as JobOptions['ext']);
}

function packed(
  paths: readonly string[],
  { instances }: Selection,
  { flags, name, prefix }: Naming,
  out: string,
): Content {
  const body = spooledBody(packChunks(instances, out));
  const own = name ?? `${packName(paths)}-${body.sha256.slice(0, 16)}`;
  // Each instance of a pack has its own game.
  const options = { ...optionsOf(flags), game: null, ext: null };
  return { key: `${INBOX}${prefix}${own}.pack.jsonl`, body, options };
}

/** After the folder, in a few plain signs, so that it reads well wherever it is shown. */
function packName(paths: readonly string[]): string {
  const [path] = paths;
  const name =
    paths.length > 1 || path === undefined || path === '-' ? '' : basename(resolve(path));
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
  return plain === '' ? 'batch' : plain.slice(0, 80);
}

function checkedName(name: string | undefined): string | null {
  if (name === undefined) return null;
  const isPlain = !/[~\p{Cc}]/u.test(name);
  if (isPlain && name.split('/').every((part) => /^[^.]/.test(part))) return name;
  throw new UsageError(
    `--name: found '${name}', allowed a name or a path below the inbox such as team/weekly, without ~ and with no part that starts with a dot`,
  );
}
