import type { ByteSource } from '../core/text/byte-source.ts';
import { fileSource } from '../io/file-text.ts';
import { closeSync, fstatSync, openSync, readSync } from './quick-files.ts';

const STDIN = 0;

/** A text on the disk or in a pipe. */
export interface OpenText extends ByteSource {
  readonly close: () => void;
}

/** Opens a file, or standard input for `-`. Throws where it cannot be read. */
export function openText(path: string): OpenText {
  const file = path === '-' ? STDIN : openSync(path, 'r');
  const stats = fstatSync(file);
  // Reading a folder fails only later, where it would look like an end.
  if (stats.isDirectory()) readSync(file, new Uint8Array(1));
  // Files that a system makes up while they are read claim to be empty.
  const isSized = stats.isFile() && stats.size > 0;
  const source = isSized ? fileSource(file, 0, stats.size) : pipeSource(file);
  return { ...source, close: () => (file === STDIN ? undefined : closeSync(file)) };
}

function pipeSource(file: number): ByteSource {
  return { size: null, read: (target) => readPipe(file, target) };
}

/** A pipe that nobody has written to yet is no end, nor is one whose writer is gone an error. */
function readPipe(file: number, target: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, target, 0, target.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** The first bytes of a text, fewer where it has no more, and the same text from its front. */
export function peeked(
  source: ByteSource,
  count: number,
): { readonly start: Uint8Array; readonly text: ByteSource } {
  const bytes = new Uint8Array(count);
  let length = 0;
  for (let read = -1; read !== 0 && length < count; length += read) {
    read = source.read(bytes.subarray(length));
  }
  const start = bytes.subarray(0, length);
  return { start, text: source.again?.() ?? behind(start, source) };
}

/** What was read already, and then the rest of a text. */
function behind(start: Uint8Array, { size, read }: ByteSource): ByteSource {
  let rest = start;
  return {
    size,
    read(target) {
      if (rest.length === 0) return read(target);
      const count = Math.min(rest.length, target.length);
      target.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      return count;
    },
  };
}
