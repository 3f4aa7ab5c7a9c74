import { existsSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { innerName } from '../../io/containers/formats.ts';
import { type FileKind, fileKind, NO_ANSWERS } from '../../io/file-kinds.ts';
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
  /** By the file's own name. */
  readonly kind: FileKind;
  /** Of what is packed in it; the same where nothing is. */
  readonly innerKind: FileKind;
  /** Whether the user named the file itself. */
  readonly named: boolean;
  /** Whether an answer stands at a path. */
  readonly hasAnswer: (path: string) => boolean;
}

/** What stands below the PATHs: files, each once, and what is no file. */
export interface FoundFiles {
  /** To be gone through once: nobody has to hold them all. */
  readonly files: Iterable<Found>;
  readonly others: readonly Ignored[];
}

/**
 * Everything below the PATHs in a fixed order, without what stands below `out`. Throws RefusedError
 * where there is nothing, UsageError where two PATHs would give one name to two files.
 */
export function findFiles(paths: readonly string[], out: string | null): FoundFiles {
  const found = paths.map((given) => filesAt(given, out, paths.length > 1));
  const [only] = found;
  // Below one PATH each file stands once, with a name of its own.
  if (only !== undefined && found.length === 1) return only;
  const all = found.flatMap(({ files }) => [...files]);
  const files = [...new Map(all.map((file) => [file.path, file])).values()];
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
  const kind = fileKind(own);
  const kinds = { kind, innerKind: innerKind(own, kind) };
  const place = { path, file, below: own, top: dirname(path), names, ...kinds };
  return { files: [{ ...place, named: true, hasAnswer: existsSync }], others: [] };
}

/** The kind of what is packed in a file of that kind. */
function innerKind(file: string, kind: FileKind): FileKind {
  const inner = innerName(file);
  return inner === file ? kind : fileKind(inner);
}

const STANDARD_INPUT: Found = {
  path: '-',
  file: 'stdin',
  below: 'stdin',
  top: '.',
  names: 'stdin',
  kind: 'other',
  innerKind: 'other',
  named: true,
  hasAnswer: () => false,
};

interface Naming {
  readonly out: string | null;
  readonly several: boolean;
}

function filesBelow(given: string, top: string, { out, several }: Naming): FoundFiles {
  const { files, others } = walk(top);
  const prefix = prefixOf(given, top, { out, several });
  const reason =
    'no file, or not to be read: a link to a folder or to nothing, a pipe, a closed folder';
  return {
    files: foundIn(files, { top, prefix, isOurs: isBelow(out, top) }),
    others: others.map((below) => ({ file: prefix + below, reason })),
  };
}

interface Folder {
  readonly top: string;
  /** What stands before the path of each file in its name. */
  readonly prefix: string;
  readonly isOurs: (below: string) => boolean;
}

function* foundIn(files: readonly string[], { top, prefix, isOurs }: Folder): Generator<Found> {
  const kinds = files.map(fileKind);
  const answers = new Set(
    files.filter((_, at) => kinds[at] === 'answer').map((below) => `${top}/${below}`),
  );
  const hasAnswer = answers.size === 0 ? NO_ANSWERS : (path: string) => answers.has(path);
  const own = basename(top);
  for (const [at, below] of files.entries()) {
    if (isOurs(below)) continue;
    const kind = kinds[at] as FileKind;
    yield {
      path: `${top}/${below}`,
      file: prefix + below,
      top,
      below,
      names: `${own}/${below}`,
      kind,
      innerKind: innerKind(below, kind),
      named: false,
      hasAnswer,
    };
  }
}

/** What stands before a file's path below PATH in its name: PATH itself where answers go beside the inputs. */
function prefixOf(given: string, top: string, { out, several }: Naming): string {
  if (out !== null) return several ? `${basename(top)}/` : '';
  const shown = withSlashes(given).replace(/\/+$/, '');
  return shown === '.' ? '' : `${shown}/`;
}

/** Tells files below `out` by their paths below `top`, where that lies inside it; no others. */
function isBelow(out: string | null, top: string): (below: string) => boolean {
  const inside = out === null ? '' : withSlashes(relative(top, out));
  if (inside === '' || inside === '..' || inside.startsWith('../')) return () => false;
  return (below) => below.startsWith(`${inside}/`);
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
