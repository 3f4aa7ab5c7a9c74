import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Choice } from '../../core/games/of-path.ts';
import { GameChooser } from '../../io/choose-game.ts';
import { partnerWarnings } from '../../io/containers/archive-files.ts';
import { MOST_ENTRIES } from '../../io/containers/limits.ts';
import { type AnswerExtension, answerPath, usualExtension } from '../../io/file-kinds.ts';
import { RefusedError } from '../failures.ts';
import type { SelectFlags } from '../flags.ts';
import type { Contained, ContainerOptions } from './container-entries.ts';
import { type Found, findFiles } from './find-files.ts';
import type { Ignored, Instance } from './instance.ts';
import { type Entry, fileSize, Instances } from './instances.ts';
import { linesAsInstances, linesOfBytes } from './json-instances.ts';
import { packedLines } from './packed-instances.ts';
import { fromStandardInput } from './standard-input.ts';

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
export async function select(paths: readonly string[], options: SelectOptions): Promise<Selection> {
  const texts = new Map<string, string>();
  const games = new GameChooser(options.game, (path) => texts.get(path) ?? textAt(path));
  const wanted = await wantedBy(options);
  const entries: Entry[] = [];
  const out = outputFolder(options);
  const { files, others } = findFiles(paths, out);
  const ignored: Ignored[] = [...others];
  const { ext, maxEntries = MOST_ENTRIES } = options;
  const limits = { maxEntries };
  const inside = {
    chooser: { games, texts },
    limits,
    ext,
    wanted: wanted.isWanted,
    out: outOf(options, out),
    isAlone: paths.length === 1,
  };
  for (const file of files) {
    const contained = isMaybeArchive(file, wanted) ? await lookInto(file, inside) : null;
    const reason = contained === null ? reasonToIgnore(file, wanted.isWanted) : null;
    if (contained !== null) {
      entries.push(...contained.entries);
      ignored.push(...contained.ignored);
    } else if (reason !== null) ignored.push({ file: file.file, reason });
    else entries.push(entryOf(file, { index: entries.length, games, options, out }));
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

/** Undefined where no answer file is to be written at all. */
function outOf(options: SelectOptions, out: string | null): string | null | undefined {
  return options.out === '-' ? undefined : out;
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

type Named = Pick<Found, 'file' | 'below'>;

/** Which files the patterns of the flags name, by the name in the results and by the path below PATH. */
interface Wanted {
  readonly isWanted: (found: Named) => boolean;
  readonly isSkipped: (path: string) => boolean;
}

/** Most runs have no patterns, and do without the package for them. */
async function wantedBy({ only = [], skip = [] }: SelectFlags): Promise<Wanted> {
  if (only.length + skip.length === 0) return { isWanted: () => true, isSkipped: () => false };
  const { default: picomatch } = await import('picomatch');
  const isOnly = only.length === 0 ? () => true : picomatch([...only], { dot: true });
  const isSkipped = skip.length === 0 ? () => false : picomatch([...skip], { dot: true });
  const isWanted = ({ file, below }: Named) =>
    (isOnly(file) || isOnly(below)) && !isSkipped(file) && !isSkipped(below);
  return { isWanted, isSkipped };
}

/** Whether a file is to be looked at for an archive: by its name, or since the user named it. */
function isMaybeArchive({ path, kind, below, named }: Found, { isSkipped }: Wanted): boolean {
  return path !== '-' && (kind === 'container' || named) && !isSkipped(below);
}

/** What reads archives is loaded when there may be one. */
async function lookInto(found: Found, options: ContainerOptions): Promise<Contained | null> {
  const { containedIn } = await import('./container-entries.ts');
  return containedIn(found, options);
}

function reasonToIgnore(found: Found, wanted: (found: Named) => boolean): string | null {
  const { named, innerKind: kind } = found;
  if (!wanted(found)) return 'left out by --only or --skip';
  if (named || kind === 'instance' || kind === 'json-lines') return null;
  return kind === 'answer' ? 'an answer' : 'not an instance by its name';
}

interface Selecting {
  /** Where the entry comes among all. */
  readonly index: number;
  readonly games: GameChooser;
  readonly options: SelectOptions;
  readonly out: string | null;
}

function entryOf(found: Found, { index, games, options, out }: Selecting): Entry {
  const { path, file, kind, innerKind } = found;
  const folders = path === '-' ? [] : games.foldersOf(path, found.top);
  const choice = games.choose(found.names, folders);
  if (kind === 'json-lines')
    return {
      file,
      each: () => linesAsInstances({ path, file, choice }),
      size: () => fileSize(path),
    };
  if (innerKind === 'json-lines') return packedLines({ path, file, choice });
  const { game, why } = choice;
  const nothing = { line: null, id: null, expect: null, asked: null, problem: null };
  const base = { index, file, ...nothing, game, why };
  if (path === '-') return ofStandardInput({ ...base, answer: null }, choice);
  const ext = options.ext ?? games.setting('ext', folders);
  const answer = options.out === '-' ? null : answerOf(found, ext, out);
  const warnings = partnerWarnings(path, found.hasAnswer);
  return { ...base, source: { path }, answer, ...(warnings.length > 0 && { warnings }) };
}

function ofStandardInput(base: Omit<Instance, 'source'>, choice: Choice): Entry {
  const { source, problem, isLines } = fromStandardInput();
  const { file } = base;
  if (!isLines) return { ...base, source, problem };
  if ('path' in source) {
    const each = () => linesAsInstances({ path: source.path, file, choice });
    return { file, each, size: () => fileSize(source.path) };
  }
  const each = () => linesOfBytes({ file, choice }, source.bytes);
  return { file, each, size: () => source.bytes.length };
}

function answerOf(
  { path, file, names, hasAnswer }: Found,
  ext: AnswerExtension | undefined,
  out: string | null,
): string {
  const extension = ext ?? usualExtension(path, hasAnswer, names);
  return out === null ? answerPath(path, extension) : `${out}/${answerPath(file, extension)}`;
}
