import { statSync } from 'node:fs';
import { echo } from '../../core/text/echo.ts';
import type { Finding } from '../../core/text/errors.ts';
import { type GameChooser, isAboutFolder } from '../../io/choose-game.ts';
import type { Archive, ArchiveEntry } from '../../io/containers/archive.ts';
import { type ArchiveFile, filesOfArchive } from '../../io/containers/archive-files.ts';
import { type Container, containerOf } from '../../io/containers/container.ts';
import { ContainerError } from '../../io/containers/container-error.ts';
import { formatByName, innerName, notNamed } from '../../io/containers/formats.ts';
import type { Limits } from '../../io/containers/limits.ts';
import { openArchive } from '../../io/containers/open.ts';
import { fileSource, readRange } from '../../io/containers/source.ts';
import { unpackEntry } from '../../io/containers/zip-entry.ts';
import { type AnswerExtension, fileKind } from '../../io/file-kinds.ts';
import { isOfSystem } from '../../io/system-error.ts';
import { RefusedError } from '../failures.ts';
import type { Found } from './find-files.ts';
import type { Ignored, Instance, Source } from './instance.ts';
import type { Entry } from './instances.ts';
import { linesOfBytes } from './json-instances.ts';

/** How a container is looked through. */
export interface ContainerOptions {
  readonly chooser: Chooser;
  readonly limits: Limits;
  readonly ext: AnswerExtension | undefined;
  /** As `outputFolder` gives it; undefined for no answer files at all. */
  readonly out: string | null | undefined;
  readonly wanted: (found: Pick<Found, 'file' | 'below'>) => boolean;
  /** Nothing else was named beside it. */
  readonly isAlone: boolean;
}

/** A chooser that also reads in archives. */
export interface Chooser {
  readonly games: GameChooser;
  /** What nimbus.yaml and problem.yaml in archives say, by path. */
  readonly texts: Map<string, string>;
}

/** What a container adds to a run. */
export interface Contained {
  readonly entries: readonly Entry[];
  readonly ignored: readonly Ignored[];
}

/**
 * The instances in a file that is a container by its magic bytes; null for a file that is none, or that
 * is one packed instance, which whoever reads it unpacks. Throws RefusedError where the user named it alone and it
 * is refused; beside others, and in a folder, it is one instance with that problem.
 */
export async function containedIn(
  found: Found,
  options: ContainerOptions,
): Promise<Contained | null> {
  try {
    // A pipe can be opened only once, and not by who only looks at it.
    if (statSync(found.path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    const source = fileSource(found.path);
    const container = await containerOf(found.path, source);
    if (container.kind === 'plain' || container.kind === 'packed') return null;
    const keep = (name: string) => isAboutFolder(name) || isSolved(name);
    const archive = await openArchive(container, source, { limits: options.limits, keep });
    return inArchive(found, withName(found, container, archive), options);
  } catch (error) {
    if (isOfSystem(error)) return isSolved(innerName(found.file)) ? null : unreadable(found, error);
    if (!(error instanceof ContainerError)) throw error;
    if (found.named && options.isAlone) throw asRefusal(found, error.finding);
    return { entries: [asProblem(found, error.finding)], ignored: [] };
  }
}

/** An archive that cannot be read harms no other file. */
function unreadable(found: Found, { message }: Error): Contained {
  const allowed = 'a file that can be read';
  const problem = { rule: 'unreadable', place: null, found: message, allowed };
  return { entries: [asProblem(found, problem)], ignored: [] };
}

function isSolved(name: string): boolean {
  const kind = fileKind(name);
  return kind === 'instance' || kind === 'json-lines';
}

/** The archive, with a warning where its name does not say what it is. */
function withName({ path }: Found, { kind }: Container, archive: Archive): Archive {
  if (kind === 'plain' || formatByName(path) !== null) return archive;
  return { ...archive, warnings: [...archive.warnings, notNamed(kind)] };
}

function asRefusal({ file }: Found, { rule, found, allowed, hint }: Finding): RefusedError {
  const remedy = hint === undefined ? '' : `; ${hint}`;
  return new RefusedError(`${echo(file)}: ${rule}: found ${found}, allowed ${allowed}${remedy}`);
}

function asProblem({ file }: Found, problem: Finding): Instance {
  const nothing = { line: null, id: null, expect: null, asked: null, answer: null };
  const source = { bytes: new Uint8Array() };
  return { index: 0, file, ...nothing, game: null, why: 'its content', source, problem };
}

function inArchive(found: Found, archive: Archive, options: ContainerOptions): Contained {
  const { chooser, ext, wanted } = options;
  for (const entry of archive.entries) {
    if (isAboutFolder(entry.name)) readAbout(found, entry, chooser.texts);
  }
  const { file, path: folder, top, names } = found;
  const place = { file, folder, top, names, chooser: chooser.games, ext };
  const { files, ignored } = filesOfArchive(archive, place);
  const entries: Entry[] = [];
  const others = ignored.map(({ name, reason }) => ({ file: `${file}/${name}`, reason }));
  for (const each of files) {
    const below = `${found.below}/${each.entry.name}`;
    if (wanted({ file: each.file, below })) entries.push(entryOf(found, each, options));
    else others.push({ file: each.file, reason: 'left out by --only or --skip' });
  }
  return { entries, ignored: others };
}

function readAbout({ path }: Found, entry: ArchiveEntry, texts: Map<string, string>): void {
  const content = contentOf(path, entry);
  if (!('rule' in content)) texts.set(`${path}/${entry.name}`, new TextDecoder().decode(content));
}

function contentOf(path: string, { zip, bytes, problem }: ArchiveEntry): Uint8Array | Finding {
  if (problem !== null) return problem;
  return zip === null
    ? (bytes ?? new Uint8Array())
    : unpackEntry(zip, readRange(path, zip.start, zip.end));
}

function entryOf(found: Found, each: ArchiveFile, options: ContainerOptions): Entry {
  const { entry, file, kind, game, why, warnings } = each;
  const choice = { game, why };
  if (kind === 'json-lines') {
    return {
      file,
      each: () => linesOfBytes({ file, choice, warnings }, contentOf(found.path, entry)),
      size: () => entry.bytes?.length ?? (entry.zip === null ? 0 : entry.zip.end - entry.zip.start),
    };
  }
  const nothing = { line: null, id: null, expect: null, asked: null };
  const answer = answerOf(found, each, options.out);
  const source = sourceOf(found.path, entry);
  const { problem } = entry;
  return { index: 0, file, ...nothing, ...choice, source, answer, warnings, problem };
}

function sourceOf(path: string, { zip, bytes }: ArchiveEntry): Source {
  return zip === null ? { bytes: bytes ?? new Uint8Array() } : { path, zip };
}

/** Beside an archive answers go into a folder of its name: `tests.zip.answers`. */
function answerOf(
  { path, file }: Found,
  { answer }: ArchiveFile,
  out: ContainerOptions['out'],
): string | null {
  if (out === undefined || answer === null) return null;
  return out === null ? `${path}.answers${answer.slice(file.length)}` : `${out}/${answer}`;
}
