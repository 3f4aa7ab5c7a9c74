import { writeSync } from './quick-files.ts';

const STDOUT = 1;
const STDERR = 2;

/** Writes to standard output at once; `process.stdout` would cost 2 ms of start. */
export function writeOut(text: string): void {
  writeAll(STDOUT, text);
}

export function writeError(text: string): void {
  writeAll(STDERR, text);
}

/** A reader that went away (`| head`) is no error of ours: the rest is dropped. */
function writeAll(descriptor: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
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
