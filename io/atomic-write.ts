import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface AtomicWriteOptions {
  /** Where the file grows under another name; on the disk of the target. Default: beside the target. */
  readonly temporary?: string;
  /**
   * Wait for the disk. Without it a killed process leaves no half file, but a power cut can, which
   * the next run finds by comparing contents. Costs about 0.4 ms a file.
   */
  readonly durable?: boolean;
}

const madeFolders = new Set<string>();
let written = 0;

/** Writes a file that is complete or absent at every moment: under another name first, then renamed. */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  options: AtomicWriteOptions = {},
): void {
  const folder = dirname(path);
  makeFolder(folder);
  const name = `.${basename(path).slice(0, 100)}.${process.pid}-${written++}.part`;
  const growing = join(options.temporary ?? folder, name);
  writeWhole(growing, content, options.durable ?? false);
  renameSync(growing, path);
}

function writeWhole(path: string, content: string | Uint8Array, durable: boolean): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const descriptor = openSync(path, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Each folder is made once a process. */
function makeFolder(folder: string): void {
  if (madeFolders.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  madeFolders.add(folder);
}
