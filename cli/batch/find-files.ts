import { existsSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileKind, NO_ANSWERS } from '../../io/file-kinds.ts';
import { walk } from '../../io/walk.ts';
import { RefusedError, UsageError } from '../failures.ts';
import type { Ignored } from './instance.ts';

/** A file below one of the PATHs. */
export interface Found {
  /** On the disk, absolute, with `/`; `-` for standard input. */
  readonly path: string;
  /** As the results name it. */
  readonly file: string;
  /** The folder that PATH is or stands in. */
  readonly top: string;
  /** Below PATH, for patterns. */
  readonly below: string;
  /** Where the names of games are looked for. */
  readonly names: string;
  /** Whether the user named the file itself. */
  readonly named: boolean;
  /** Whether an answer stands at a path. */
  readonly hasAnswer: (path: string) => boolean;
}

/** What stands below the PATHs: files, each once, and what is no file. */
export interface FoundFiles {
  readonly files: readonly Found[];
  readonly others: readonly Ignored[];
}

/**
 * Everything below the PATHs in a fixed order, without what stands below `out`. Throws RefusedError
 * where there is nothing, UsageError where two PATHs would give one name to two files.
 */
export function findFiles(paths: readonly string[], out: string | null): FoundFiles {
  const found = paths.map((given) => filesAt(given, out, paths.length > 1));
  const files = [
    ...new Map(found.flatMap(({ files }) => files).map((file) => [file.path, file])).values(),
  ];
  refuseSameName(files);
  const others = found.flatMap((each) => each.others).map((other) => [other.file, other] as const);
  return { files, others: [...new Map(others).values()] };
}

function filesAt(given: string, out: string | null, several: boolean): FoundFiles {
  if (given === '-') return { files: [STANDARD_INPUT], others: [] };
  if (given === '') throw new UsageError("found an empty PATH '', allowed a file or a folder");
  const path = withSlashes(resolve(given));
  if (statOf(path, given).isDirectory()) return filesBelow(given, path, { out, several });
  const names = withSlashes(given);
  const own = basename(path);
  const file = out === null ? names : own;
  const place = { path, file, below: own, top: dirname(path), names };
  return { files: [{ ...place, named: true, hasAnswer: existsSync }], others: [] };
}

const STANDARD_INPUT: Found = {
  path: '-',
  file: 'stdin',
  below: 'stdin',
  top: '.',
  names: 'stdin',
  named: true,
  hasAnswer: () => false,
};

interface Naming {
  readonly out: string | null;
  readonly several: boolean;
}

function filesBelow(given: string, top: string, { out, several }: Naming): FoundFiles {
  const { files, others } = walk(top);
  const answers = new Set(
    files.filter((file) => fileKind(file) === 'answer').map((file) => `${top}/${file}`),
  );
  const hasAnswer = answers.size === 0 ? NO_ANSWERS : (path: string) => answers.has(path);
  const prefix = prefixOf(given, top, { out, several });
  const isOurs = isBelow(out, top);
  const foundFiles = files
    .filter((below) => !isOurs(`${top}/${below}`))
    .map((below) => ({
      path: `${top}/${below}`,
      file: prefix + below,
      below,
      top,
      names: `${basename(top)}/${below}`,
      named: false,
      hasAnswer,
    }));
  const reason =
    'no file, or not to be read: a link to a folder or to nothing, a pipe, a closed folder';
  return { files: foundFiles, others: others.map((below) => ({ file: prefix + below, reason })) };
}

/** What stands before a file's path below PATH in its name: PATH itself where answers go beside the inputs. */
function prefixOf(given: string, top: string, { out, several }: Naming): string {
  if (out !== null) return several ? `${basename(top)}/` : '';
  const shown = withSlashes(given).replace(/\/+$/, '');
  return shown === '.' ? '' : `${shown}/`;
}

/** Tells files below `out`, where that lies inside `top`; no others. */
function isBelow(out: string | null, top: string): (path: string) => boolean {
  const inside = out === null ? '' : withSlashes(relative(top, out));
  if (inside === '' || inside === '..' || inside.startsWith('../')) return () => false;
  return (path) => path.startsWith(`${top}/${inside}/`);
}

function statOf(path: string, given: string): Stats {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) return stats;
  throw new RefusedError(`${given}: not-found: found nothing there, allowed a file or a folder`);
}

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

function withSlashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
