import { writeSync } from './quick-files.ts';

const STDOUT = 1;
const STDERR = 2;

/** Writes to standard output at once; `process.stdout` would cost 2 ms of start. */
export function writeOut(text: string): void {
  writeBytes(new TextEncoder().encode(text));
}

export function writeBytes(bytes: Uint8Array): void {
  writeAll(STDOUT, bytes);
}

export function writeError(text: string): void {
  writeAll(STDERR, new TextEncoder().encode(text));
}

/** A reader that went away (`| head`) is no error of ours: the rest is dropped. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
