import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import picomatch from 'picomatch';
import { foldersUpTo, GameChooser } from '../../io/choose-game.ts';
import { type AnswerExtension, answerPath, fileKind, usualExtension } from '../../io/file-kinds.ts';
import { RefusedError } from '../failures.ts';
import type { SelectFlags } from '../flags.ts';
import { type Found, findFiles } from './find-files.ts';
import type { Ignored } from './instance.ts';
import { type Entry, Instances } from './instances.ts';
import { linesAsInstances } from './json-instances.ts';

/** What a run works on. */
export interface Selection {
  readonly instances: Instances;
  readonly ignored: readonly Ignored[];
}

export interface SelectOptions extends SelectFlags {
  readonly ext?: AnswerExtension;
  /** As `--out` says it: a folder, `-` for no files at all, or absent for beside the inputs. */
  readonly out?: string;
}

/**
 * Finds the instances below the PATHs in a fixed order. Throws RefusedError where there are none,
 * UsageError where two PATHs clash.
 */
export function select(paths: readonly string[], options: SelectOptions): Selection {
  const chooser = new GameChooser(options.game, textAt);
  const wanted = matcher(options);
  const entries: Entry[] = [];
  const out = outputFolder(options);
  const { files, others } = findFiles(paths, out);
  const ignored: Ignored[] = [...others];
  for (const file of files) {
    const reason = reasonToIgnore(file, wanted);
    if (reason !== null) ignored.push({ file: file.file, reason });
    else entries.push(entryOf(file, chooser, options, out));
  }
  if (!hasAny(entries)) throw nothingFound(paths, ignored);
  return { instances: new Instances(entries, options.shard), ignored };
}

function hasAny(entries: readonly Entry[]): boolean {
  return entries.some((entry) => {
    if (!('each' in entry)) return true;
    for (const _ of entry.each()) return true;
    return false;
  });
}

/** The text of a file; null where there is none. */
function textAt(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** The folder that answers go below; null for beside the inputs, or for none at all. */
function outputFolder({ out }: SelectOptions): string | null {
  return out === undefined || out === '-' ? null : resolve(out);
}

function nothingFound(paths: readonly string[], ignored: readonly Ignored[]): RefusedError {
  const [first] = ignored;
  const found =
    first === undefined
      ? 'no instance'
      : `no instance, but ${first.file} (${first.reason})${ignored.length > 1 ? ` and ${ignored.length - 1} more` : ''}`;
  const allowed = '.in, .txt and .jsonl files, 01, input1';
  return new RefusedError(`${paths.join(' ')}: nothing-found: found ${found}, allowed ${allowed}`);
}

/** Patterns are held against the name in the results and against the path below PATH. */
function matcher({ only = [], skip = [] }: SelectFlags): (found: Found) => boolean {
  const isOnly = only.length === 0 ? () => true : picomatch([...only], { dot: true });
  const isSkipped = skip.length === 0 ? () => false : picomatch([...skip], { dot: true });
  return ({ file, below }) =>
    (isOnly(file) || isOnly(below)) && !isSkipped(file) && !isSkipped(below);
}

function reasonToIgnore(found: Found, wanted: (found: Found) => boolean): string | null {
  const { file, named } = found;
  const kind = fileKind(file);
  if (!wanted(found)) return 'left out by --only or --skip';
  if (named && kind === 'container') {
    throw new RefusedError(
      `${file}: container: found an archive, allowed files, folders and JSON Lines`,
    );
  }
  if (named || kind === 'instance' || kind === 'json-lines') return null;
  if (kind === 'container') return 'an archive: unpack it first';
  return kind === 'answer' ? 'an answer' : 'not an instance by its name';
}

function entryOf(
  found: Found,
  chooser: GameChooser,
  options: SelectOptions,
  out: string | null,
): Entry {
  const { path, file } = found;
  const folders = path === '-' ? [] : foldersUpTo(path, found.top);
  const choice = chooser.choose(found.names, folders);
  if (fileKind(file) === 'json-lines')
    return { file, each: () => linesAsInstances({ path, file, choice }) };
  const nothing = { line: null, id: null, expect: null, asked: null, problem: null };
  const base = { index: 0, file, ...nothing, ...choice };
  if (path === '-') return { ...base, source: { bytes: readFileSync(0) }, answer: null };
  const ext = options.ext ?? chooser.setting('ext', folders);
  const answer = options.out === '-' ? null : answerOf(found, ext, out);
  return { ...base, source: { path }, answer };
}

function answerOf(
  { path, file, names, hasAnswer }: Found,
  ext: AnswerExtension | undefined,
  out: string | null,
): string {
  const extension = ext ?? usualExtension(path, hasAnswer, names);
  return out === null ? answerPath(path, extension) : `${out}/${answerPath(file, extension)}`;
}
