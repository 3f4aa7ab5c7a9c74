import type { Finding } from '../core/text/errors.ts';

/** Bytes of UTF-8: a key of 1,024 bytes has this and what stands before it in a bucket. */
const LONGEST_PATH = 700;

/** Whether a path leads to a place below a folder, on every system, and may be part of a key. */
export function isRelativePath(path: string): boolean {
  const isPlain = path.isWellFormed() && !/\p{Cc}|^[A-Za-z]:[/\\]/u.test(path);
  const parts = path.split(/[/\\]/);
  return (
    isPlain &&
    Buffer.byteLength(path) <= LONGEST_PATH &&
    parts.every((part) => !/^\.{0,2}$/.test(part))
  );
}

/** What is wrong with a path that is none such. */
export function pathProblem(rule: string, shown: string): Finding {
  const allowed =
    `a path below a folder, of at most ${LONGEST_PATH} bytes, ` +
    'without empty parts, . and .. and control characters';
  return { rule, place: null, found: `the path '${shown}'`, allowed };
}
