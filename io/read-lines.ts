import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const BUFFER = 1 << 20;

/** The lines of a file that are not empty, in constant memory; none where there is no file. */
export function* linesOfFile(path: string): Generator<string> {
  if (!existsSync(path)) return;
  const descriptor = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(BUFFER);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
      const lines = (rest + decoder.write(buffer.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield line;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}
