import type { Finding } from '../../core/text/errors.ts';
import { formatOf, HEAD_BYTES } from '../../io/containers/formats.ts';
import { type InstanceBytes, instanceBytes } from '../../io/containers/instance-bytes.ts';
import { readRange } from '../../io/containers/source.ts';
import { unpackEntry } from '../../io/containers/zip-entry.ts';
import { FileRanges } from '../../io/file-ranges.ts';
import { sha256 } from '../../io/hash.ts';
import { LONGEST_LINE, tooLong } from '../../io/json-lines.ts';
import { instanceOfLine } from '../../io/line-instance.ts';
import { readPassing, readWhole } from '../../io/read-whole.ts';
import { keyOf } from '../../io/results/key.ts';
import { isOfSystem } from '../../io/system-error.ts';
import type { EntrySource, Instance, LineSource } from './instance.ts';
import type { TaskOptions } from './task.ts';

/** The text of an instance, and what its results are known by. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly sha256In: string;
  /** Hash of everything that the rows of the instance depend on, apart from times. */
  readonly key: string;
  /** Set where the text cannot be read, or is known to be of no use. */
  readonly problem: Finding | null;
}

/**
 * An instance whose text is there, with all that stands beside it in its source. That of a file holds until the
 * next one is opened.
 */
export interface Opened extends Omit<Instance, 'source'> {
  readonly bytes: Uint8Array;
  /** Bytes that it was read from, packed or with what stands beside its text. */
  readonly size: number;
}

/**
 * Reads an instance; a line of a JSON Lines file tells its own id, game and wishes. What cannot be read is
 * that instance's problem.
 */
export function opened(instance: Instance): Opened {
  return openedUpTo(instance, Number.POSITIVE_INFINITY) as Opened;
}

/** The same; null for a file of more than `most` bytes. */
export function openedUpTo(instance: Instance, most: number): Opened | null {
  // Each copy starts with all of the instance, its source among it: to leave one out takes much longer.
  const { source } = instance;
  if ('bytes' in source) {
    return { ...instance, bytes: source.bytes, size: source.bytes.length };
  }
  if ('start' in source) return ofLine(instance, source);
  const content = 'zip' in source ? ofEntry(source) : ofFile(source.path, most);
  if (content === null) return null;
  if ('rule' in content)
    return { ...instance, bytes: NOTHING, size: 0, problem: instance.problem ?? content };
  const warnings = [...(instance.warnings ?? []), ...content.warnings];
  const { bytes } = content;
  const size = 'zip' in source ? source.zip.end - source.zip.start : bytes.length;
  return { ...instance, bytes, size, ...(warnings.length > 0 && { warnings }) };
}

/** A file, unpacked where it is packed; null for a longer one that is not packed. */
function ofFile(path: string, most: number): InstanceBytes | Finding | null {
  const content = orUnreadable(() => readPassing(path, most)) ?? packedContent(path);
  if (content === null) return null;
  return 'rule' in content ? content : instanceBytes(path, content);
}

/** The bytes of a file that is no plain text; null for one that is. */
function packedContent(path: string): Uint8Array | Finding | null {
  const format = formatOf(readRange(path, 0, HEAD_BYTES));
  return format === 'other' ? null : contentOrProblem(path);
}

/** One entry of a zip, read without the others. */
function ofEntry({ path, zip }: EntrySource): InstanceBytes | Finding {
  try {
    const content = unpackEntry(zip, readRange(path, zip.start, zip.end));
    return 'rule' in content ? content : { bytes: content, warnings: [] };
  } catch (error) {
    return unreadable(error);
  }
}

/** What the results of an instance are known by. */
export function contentOf(
  { bytes, asked, problem, ...instance }: Opened,
  options: TaskOptions,
): Content {
  const sha256In = sha256(bytes);
  const key = keyOf(instance, sha256In, { ...options, asked: asked ?? options.asked });
  return { bytes, sha256In, key, problem };
}

/** What is wrong with a line by itself comes before what is wrong with it beside others. */
function ofLine(instance: Instance, source: LineSource): Opened {
  const size = source.end - source.start + 1;
  const own = lineOf(instance, source);
  if ('rule' in own)
    return { ...instance, id: `${instance.line}`, bytes: NOTHING, size, problem: own };
  const { id, game, namesGame, bytes, expect, asked } = own;
  const why = namesGame ? 'its line' : instance.why;
  const problem = own.problem ?? instance.problem;
  return { ...instance, id, game, why, bytes, size, expect, asked, problem };
}

function lineOf(
  { line, game }: Pick<Instance, 'line' | 'game'>,
  { path, start, end, isForced }: LineSource,
) {
  if (end - start > LONGEST_LINE) return tooLong(end - start);
  try {
    const bytes = rangesOf(path).read(start, end);
    return instanceOfLine({ bytes, line: line ?? 0 }, { game, isForced });
  } catch (error) {
    return unreadable(error);
  }
}

/** The file whose lines are read now: they are asked for one after another. */
let ranges: { readonly path: string; readonly file: FileRanges } | null = null;

function rangesOf(path: string): FileRanges {
  if (ranges?.path !== path) {
    const file = new FileRanges(path);
    ranges?.file.close();
    ranges = { path, file };
  }
  return ranges.file;
}

const NOTHING = new Uint8Array();

/** The bytes of a file, or why they cannot be read. */
export function contentOrProblem(path: string): Uint8Array | Finding {
  return orUnreadable(() => readWhole(path));
}

function orUnreadable<Content>(read: () => Content): Content | Finding {
  try {
    return read();
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): Finding {
  if (!isOfSystem(error)) throw error;
  return {
    rule: 'unreadable',
    place: null,
    found: error.message,
    allowed: 'a file that can be read',
  };
}
