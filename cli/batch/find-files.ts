import { existsSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileKind } from '../../io/file-kinds.ts';
import { walk } from '../../io/walk.ts';
import { RefusedError, UsageError } from '../failures.ts';

/** A file below one of the PATHs. */
export interface Found {
  /** On the disk, absolute, with `/`; `-` for standard input. */
  readonly path: string;
  /** As the results name it. */
  readonly file: string;
  /** The folder that PATH is or stands in. */
  readonly top: string;
  /** Where the names of games are looked for. */
  readonly names: string;
  /** Whether the user named the file itself. */
  readonly named: boolean;
  /** Whether an answer stands at a path. */
  readonly hasAnswer: (path: string) => boolean;
}

/**
 * All files below the PATHs in a fixed order, without what stands below `out`. Throws RefusedError
 * where there is nothing, UsageError where two PATHs would give one name twice.
 */
export function findFiles(paths: readonly string[], out: string | null): readonly Found[] {
  const files = paths.flatMap((given) => filesAt(given, out, paths.length > 1));
  refuseSameName(files);
  return files;
}

function filesAt(given: string, out: string | null, several: boolean): Found[] {
  if (given === '-') return [STANDARD_INPUT];
  const path = withSlashes(resolve(given));
  if (statOf(path, given).isDirectory()) return filesBelow(given, path, { out, several });
  const names = withSlashes(given);
  const file = out === null ? names : basename(path);
  return [{ path, file, top: dirname(path), names, named: true, hasAnswer: existsSync }];
}

const STANDARD_INPUT: Found = {
  path: '-',
  file: 'stdin',
  top: '.',
  names: 'stdin',
  named: true,
  hasAnswer: () => false,
};

interface Naming {
  readonly out: string | null;
  readonly several: boolean;
}

function filesBelow(given: string, top: string, { out, several }: Naming): Found[] {
  const below = walk(top);
  const answers = new Set(
    below.filter((file) => fileKind(file) === 'answer').map((file) => `${top}/${file}`),
  );
  const hasAnswer = answers.size === 0 ? () => false : (path: string) => answers.has(path);
  const prefix = prefixOf(given, top, { out, several });
  const isOurs = isBelow(out, top);
  return below
    .filter((file) => !isOurs(`${top}/${file}`))
    .map((file) => ({
      path: `${top}/${file}`,
      file: prefix + file,
      top,
      names: `${basename(top)}/${file}`,
      named: false,
      hasAnswer,
    }));
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
  if (inside === '' || inside.startsWith('..')) return () => false;
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
