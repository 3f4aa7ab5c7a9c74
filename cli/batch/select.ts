import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { type AnswerExtension, answerPath, fileKind, usualExtension } from '../../io/file-kinds.ts';
import { walk } from '../../io/walk.ts';
import { RefusedError, UsageError } from '../failures.ts';
import type { SelectFlags } from '../flags.ts';
import { foldersUpTo, GameChooser } from './choose-game.ts';
import type { Ignored, Instance } from './instance.ts';
import { linesAsInstances } from './json-instances.ts';

/** What a run works on. */
export interface Selection {
  readonly instances: readonly Instance[];
  readonly ignored: readonly Ignored[];
}

export interface SelectOptions extends SelectFlags {
  readonly ext?: AnswerExtension;
  /** Folder that answers go below; null for beside the inputs, or for none at all. */
  readonly out: string | null;
  readonly writeAnswers: boolean;
}

/** A file below one of the PATHs: `path` on the disk, `file` as results name it, `top` the PATH's folder. */
interface Found {
  readonly path: string;
  readonly file: string;
  readonly top: string;
  /** Where names of games are looked for. */
  readonly names: string;
  readonly named: boolean;
  readonly exists: (path: string) => boolean;
}

/** Finds the instances below the PATHs in a fixed order. Throws RefusedError or UsageError. */
export function select(paths: readonly string[], options: SelectOptions): Selection {
  const chooser = new GameChooser(options.game);
  const instances: Instance[] = [];
  const ignored: Ignored[] = [];
  const wanted = matcher(options);
  const files = paths.flatMap((path) => filesAt(path, options.out, paths.length > 1));
  refuseSameName(files);
  for (const found of files) {
    const reason = reasonToIgnore(found, wanted);
    if (reason !== null) ignored.push({ file: found.file, reason });
    else instances.push(...instancesOf(found, chooser, options));
  }
  const { shard } = options;
  const mine =
    shard === undefined
      ? instances
      : instances.filter((_, at) => at % shard.count === shard.index - 1);
  return { instances: mine.map((instance, index) => ({ ...instance, index })), ignored };
}

function filesAt(given: string, out: string | null, several: boolean): Found[] {
  if (given === '-')
    return [
      { path: '-', file: 'stdin', top: '.', names: 'stdin', named: true, exists: () => false },
    ];
  const path = resolve(given);
  const stats = statOf(path, given);
  if (!stats.isDirectory()) {
    const names = given.split(sep).join('/');
    return [
      {
        path,
        file: out === null ? names : basename(path),
        top: dirname(path),
        names,
        named: true,
        exists: existsSync,
      },
    ];
  }
  const own = out === null ? '' : resolve(out);
  const prefix =
    out === null
      ? `${given.split(sep).join('/').replace(/\/+$/, '')}/`
      : several
        ? `${basename(path)}/`
        : '';
  const files = walk(path);
  const there = new Set(files.map((below) => join(path, below)));
  return files
    .map((below) => ({
      path: join(path, below),
      file: prefix === './' ? below : `${prefix}${below}`,
      top: path,
      names: `${basename(path)}/${below}`,
      named: false,
      exists: (file: string) => there.has(file),
    }))
    .filter((found) => own === '' || relative(own, found.path).startsWith('..') || own === path);
}

function statOf(path: string, given: string): Stats {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) return stats;
  throw new RefusedError(`${given}: not-found: found nothing there, allowed a file or a folder`);
}

/** Two PATHs that would write one answer file. */
function refuseSameName(files: readonly Found[]): void {
  const seen = new Map<string, string>();
  for (const { file, path } of files) {
    const other = seen.get(file);
    if (other !== undefined && other !== path) {
      throw new UsageError(
        `${file}: duplicate-name: found ${other} and ${path}, allowed one file of that name`,
      );
    }
    seen.set(file, path);
  }
}

function matcher({ only = [], skip = [] }: SelectFlags): (file: string) => boolean {
  const isOnly = only.length === 0 ? () => true : picomatch([...only], { dot: true });
  const isSkipped = skip.length === 0 ? () => false : picomatch([...skip], { dot: true });
  return (file) => isOnly(file) && !isSkipped(file);
}

function reasonToIgnore(found: Found, wanted: (file: string) => boolean): string | null {
  const kind = fileKind(found.file);
  if (!wanted(found.file)) return 'left out by --only or --skip';
  if (kind === 'container') {
    if (!found.named) return 'an archive: unpack it first';
    throw new RefusedError(
      `${found.file}: container: found an archive, allowed files, folders and JSON Lines`,
    );
  }
  if (found.named || kind === 'instance' || kind === 'json-lines') return null;
  return kind === 'answer' ? 'an answer' : 'not an instance by its name';
}

function instancesOf(found: Found, chooser: GameChooser, options: SelectOptions): Instance[] {
  const folders = foldersUpTo(found.path, found.top);
  const choice = chooser.choose(found.names, found.path === '-' ? [] : folders);
  if (fileKind(found.file) === 'json-lines')
    return linesAsInstances(found, readFileSync(found.path), choice);
  const ext = options.ext ?? chooser.setting('ext', folders);
  const base = { index: 0, file: found.file, line: null, id: null, expect: null, problem: null };
  if (found.path === '-') {
    return [{ ...base, ...choice, source: { bytes: readFileSync(0) }, answer: null }];
  }
  const answer = options.writeAnswers ? answerOf(found, ext, options.out) : null;
  return [{ ...base, ...choice, source: { path: found.path }, answer }];
}

function answerOf(
  { path, file, exists }: Found,
  ext: AnswerExtension | undefined,
  out: string | null,
): string {
  const inputs = path.split(sep).join('/');
  const extension = ext ?? usualExtension(inputs, exists);
  return out === null
    ? answerPath(inputs, extension)
    : join(resolve(out), answerPath(file, extension));
}
