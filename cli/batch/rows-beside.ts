import { fileLines } from '../../io/file-lines.ts';
import type { Row } from '../../io/results/row.ts';
import { rowHead } from '../../io/results/row-head.ts';
import { type Former, isWhole } from './former-results.ts';
import { linesBetween, rowsBetween } from './former-rows.ts';
import type { ResultFiles } from './result-files.ts';
import type { Written } from './results-folder.ts';

/** Rows of one file that stand one after another. */
interface Segment {
  readonly file: string;
  readonly path: string;
  readonly start: number;
  end: number;
}

/**
 * Writes the rows of a run that left files out, in `own`, together with former rows of other files, by the
 * names of the files. Returns the names of all of them. Its memory grows with the files, not with the rows.
 */
export function writeWithOthers(
  target: ResultFiles,
  own: string,
  former: Former,
  files: ReadonlySet<string>,
): ReadonlySet<string> {
  const others = [...segmentsBeside(former, files)];
  const all = [...joined(instancesIn(own)), ...others];
  all.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  for (const { path, start, end } of all) {
    for (const lines of linesBetween(path, start, end)) target.writeLines(lines);
  }
  return new Set([...files, ...others.map(({ file }) => file)]);
}

/** What nimbus wrote for files that are not among these. */
export function* writtenBeside(former: Former, files: ReadonlySet<string>): Written {
  const seen = new Set<string>();
  for (const path of former.paths) {
    for (const { file, rows } of instancesIn(path, files)) {
      const [first] = rows();
      if (seen.has(file) || first === undefined) continue;
      seen.add(file);
      if (first.wrote_sha256 !== null) yield [file, first.wrote_sha256];
    }
  }
  for (const [file, hash] of former.written) {
    if (!files.has(file) && !seen.has(file)) yield [file, hash];
  }
}

interface FormerInstance extends Segment {
  readonly line: number | null;
  readonly rows: () => readonly Row[];
}

/** The newest whole rows of each instance that is of none of these files. */
function* segmentsBeside(former: Former, files: ReadonlySet<string>): Generator<Segment> {
  const seen = new Set<string>();
  for (const path of former.paths) {
    const fresh = function* () {
      for (const instance of instancesIn(path, files)) {
        const place = `${instance.file}:${instance.line ?? ''}`;
        if (seen.has(place) || !isWhole(instance.rows())) continue;
        // Places are only needed where several files have rows of one instance.
        if (former.paths.length > 1) seen.add(place);
        yield instance;
      }
    };
    yield* joined(fresh());
  }
}

/** Joins what stands one after another and is of one file. */
function* joined(instances: Iterable<Segment>): Generator<Segment> {
  let last: Segment[] = [];
  for (const { file, path, start, end } of instances) {
    const [open] = last;
    if (open?.file === file && open.end === start) open.end = end;
    else {
      yield* last;
      last = [{ file, path, start, end }];
    }
  }
  yield* last;
}

/** The instances in a file of rows that are of none of these files; lines that are torn are passed over. */
function* instancesIn(
  path: string,
  without: ReadonlySet<string> = new Set(),
): Generator<FormerInstance> {
  let current: FormerInstance | null = null;
  let name: { readonly bytes: Buffer; readonly file: string } | null = null;
  for (const { bytes, start, end } of fileLines(path)) {
    const head = bytes === null ? null : rowHead(bytes);
    if (head === null) continue;
    if (head.case > 1) {
      if (current !== null && current.end === start) current.end = end + 1;
      continue;
    }
    if (current !== null) yield current;
    if (name?.bytes.equals(head.file) !== true) name = named(head.file);
    const { file } = name;
    current = without.has(file) ? null : instanceAt({ file, path, start, end: end + 1 }, head.line);
  }
  if (current !== null) yield current;
}

function named(bytes: Uint8Array) {
  const copy = Buffer.from(bytes);
  return { bytes: copy, file: JSON.parse(`"${copy.toString()}"`) as string };
}

function instanceAt(segment: Segment, line: number | null): FormerInstance {
  const instance: FormerInstance = {
    ...segment,
    line,
    rows: () => [...rowsBetween(segment.path, instance.start, instance.end)].flat(),
  };
  return instance;
}
