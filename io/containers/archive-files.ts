import type { Choice } from '../../core/games/of-path.ts';
import { echo } from '../../core/text/echo.ts';
import type { Warning } from '../../core/text/errors.ts';
import type { GameChooser } from '../choose-game.ts';
import {
  type AnswerExtension,
  answerPath,
  fileKind,
  NO_ANSWERS,
  usualExtension,
} from '../file-kinds.ts';
import type { Archive, ArchiveEntry, IgnoredEntry } from './archive.ts';
import { plainName } from './formats.ts';

/** A file in an archive that holds instances, by its game and its answer. */
export interface ArchiveFile extends Choice {
  readonly entry: ArchiveEntry;
  readonly kind: 'instance' | 'json-lines';
  /** Path as the results name it: that of the archive, then that in it. */
  readonly file: string;
  /** Path of its answer, named as `file` is; null for JSON Lines. */
  readonly answer: string | null;
  readonly warnings: readonly Warning[];
}

export interface ArchivePlace {
  /** Path of the archive as the results name it. */
  readonly file: string;
  /** The same where the names of games are looked for. */
  readonly names: string;
  /** Folder that stands for the archive in what the chooser reads, `.` or a path. */
  readonly folder: string;
  /** The topmost folder whose settings count. */
  readonly top: string;
  readonly chooser: GameChooser;
  /** Extension of all answers; undefined for what the archive itself asks for. */
  readonly ext: AnswerExtension | undefined;
}

/** The files of an archive that are instances, in the order of their names, and what is not to be solved. */
export function filesOfArchive(
  archive: Archive,
  place: ArchivePlace,
): { readonly files: readonly ArchiveFile[]; readonly ignored: readonly IgnoredEntry[] } {
  const names = new Set(archive.entries.map(({ name }) => name));
  const files: ArchiveFile[] = [];
  const ignored = [...archive.ignored];
  const sorted = [...archive.entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of sorted) {
    const kind = fileKind(entry.name);
    if (kind === 'instance' || kind === 'json-lines') {
      // What is odd about the archive is said once, with its first file.
      const about = files.length === 0 ? archive.warnings : [];
      files.push(fileOf({ ...entry, warnings: [...about, ...entry.warnings] }, kind, place, names));
    } else ignored.push({ name: entry.name, reason: REASONS[kind] });
  }
  return { files, ignored };
}

const REASONS = {
  answer: 'an answer',
  container: 'an archive inside an archive',
  other: 'not an instance by its name',
} as const;

function fileOf(
  entry: ArchiveEntry,
  kind: ArchiveFile['kind'],
  place: ArchivePlace,
  names: ReadonlySet<string>,
): ArchiveFile {
  const { chooser, folder, top } = place;
  const file = `${place.file}/${entry.name}`;
  const known = `${plainName(place.names)}/${entry.name}`;
  const inside = folder === '.' ? entry.name : `${folder}/${entry.name}`;
  const folders = chooser.foldersOf(inside, top);
  const choice = chooser.choose(known, folders);
  if (kind === 'json-lines') {
    return { entry, kind, file, ...choice, answer: null, warnings: entry.warnings };
  }
  const has = (path: string) => names.has(path);
  const ext = place.ext ?? chooser.setting('ext', folders);
  const usual = ext ?? usualExtension(entry.name, has, known);
  const warnings = [...entry.warnings, ...partnerWarnings(entry.name, has)];
  return { entry, kind, file, ...choice, answer: answerPath(file, usual), warnings };
}

const EXTENSIONS = ['out', 'ans', 'a'] as const;

/** Two answers that belong to one instance: which one is meant, nobody knows. */
export function partnerWarnings(path: string, has: (path: string) => boolean): readonly Warning[] {
  if (has === NO_ANSWERS) return [];
  const partners = new Set(EXTENSIONS.map((each) => answerPath(path, each)).filter(has));
  if (partners.size < 2) return [];
  const message = `${echo(path)} has several answers: ${[...partners].map((each) => echo(each)).join(' and ')}`;
  return [{ rule: 'answer/two-partners', message }];
}
