import { posix } from 'node:path';
import { innerName } from './containers/formats.ts';

/** What a file is by its name alone. */
export type FileKind = 'instance' | 'json-lines' | 'answer' | 'container' | 'other';

const CONTAINER = /\.(zip|gz|tgz|tar|tzst|zst|7z|rar)$/i;
const ANSWER = /(\.(out|ans|a)|^output[._-]?\w*(\.txt)?)$/i;
const INSTANCE = /(\.(in|txt)|^\d+)$/i;
/** Hydro's `input1.txt`, CMS's `input.000`. */
const NUMBERED_INPUT = /^input[._-]?\w*(\.txt)?$/i;
const HIDDEN = /^\.|~$/;
/** What a run writes. */
const RESULTS = /^(results|errors)\.jsonl$|\.result\.json$/;

/** Kattis `.in`, `.txt`, Polygon `01`, Hydro `input1.txt`, CMS `input.000`; answers in the same worlds. */
export function fileKind(path: string): FileKind {
  const name = posix.basename(path);
  if (HIDDEN.test(name) || RESULTS.test(name)) return 'other';
  if (/\.jsonl$/i.test(name)) return 'json-lines';
  if (/\.(gz|zst)$/i.test(name) && ANSWER.test(innerName(name))) return 'answer';
  if (CONTAINER.test(name)) return 'container';
  if (ANSWER.test(name)) return 'answer';
  return isNumberedInput(name) || INSTANCE.test(name) ? 'instance' : 'other';
}

function isNumberedInput(name: string): boolean {
  return NUMBERED_INPUT.test(name) && !/\.in$/i.test(name);
}

export type AnswerExtension = 'out' | 'ans' | 'a';

/**
 * Path of the answer to an instance: `output1.txt` for `input1.txt`, `01.a` for `01`, else the extension
 * swapped; the answer to a packed instance is not packed.
 */
export function answerPath(packed: string, extension: AnswerExtension): string {
  const path = innerName(packed);
  const name = posix.basename(path);
  const folder = path.slice(0, path.length - name.length);
  const swapped = isNumberedInput(name)
    ? name.replace(/^input/i, 'output')
    : `${name.replace(/\.(in|txt)$/i, '')}.${extension}`;
  return folder === './' ? swapped : folder + swapped;
}

/** Where no answer stands at any path. */
export const NO_ANSWERS = (_path: string): boolean => false;

/**
 * The extension that a folder's own files ask for: the answers already there, Polygon's bare
 * numbers, Kattis' folders; else `out`. `exists` is asked about paths like the instance's; `shown` is the
 * part of the path at or below what the user named.
 */
export function usualExtension(
  path: string,
  exists: (path: string) => boolean,
  shown = path,
): AnswerExtension {
  for (const extension of exists === NO_ANSWERS ? [] : (['out', 'ans', 'a'] as const)) {
    if (exists(answerPath(path, extension))) return extension;
  }
  if (/^\d+$/.test(posix.basename(innerName(path)))) return 'a';
  return /(^|\/)data\/(sample|secret)\//.test(shown) ? 'ans' : 'out';
}
