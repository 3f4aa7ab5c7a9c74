import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ByteSource } from '../../core/text/byte-source.ts';
import { formatOf, HEAD_BYTES } from '../../io/containers/formats.ts';
import { instanceBytes } from '../../io/containers/instance-bytes.ts';
import { GrowingFile } from '../../io/growing-file.ts';
import { readWhole } from '../../io/read-whole.ts';
import { RefusedError } from '../failures.ts';
import { openText, peeked } from '../file-source.ts';
import type { Instance } from './instance.ts';
import { LONG_BYTES } from './long-files.ts';

/** What comes over standard input. */
export interface StandardInput extends Pick<Instance, 'problem'> {
  /** The text, or the file that it is kept in. */
  readonly source: { readonly path: string } | { readonly bytes: Uint8Array };
  /** Whether it is JSON Lines: no instance of a game starts as they do. */
  readonly isLines: boolean;
}

/** Reads standard input, packed or not. Throws RefusedError for an archive. */
export function fromStandardInput(): StandardInput {
  const { start, text } = peeked(openText('-'), LONG_BYTES + 1);
  const path = start.length > LONG_BYTES ? spooled(text) : null;
  if (path !== null && formatOf(start.subarray(0, HEAD_BYTES)) === 'other') {
    return { source: { path }, problem: null, isLines: startsObject(start) };
  }
  // No name promises anything here, so that none can be broken. A copy, for workers get all memory of a view.
  const bytes = path === null ? start.slice() : readWhole(path);
  const read = instanceBytes('stdin.gz', bytes);
  if (!('rule' in read)) {
    const { bytes: text } = read;
    return { source: { bytes: text }, problem: null, isLines: startsObject(text) };
  }
  if (read.rule === 'container/type') {
    throw new RefusedError(
      `stdin: ${read.rule}: found ${read.found}, allowed one instance; save it as a file and name that`,
    );
  }
  return { source: { bytes: new Uint8Array() }, problem: read, isLines: false };
}

/** Whether a text starts with `{`, blanks and a byte order mark aside. */
function startsObject(text: Uint8Array): boolean {
  return /^\s*\{/.test(new TextDecoder().decode(text.subarray(0, HEAD_BYTES)));
}

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/** The path of a file of ours that a text is kept in until the process ends; nobody else may read it. */
function spooled(text: ByteSource): string {
  const folder = mkdtempSync(join(tmpdir(), 'nimbus-stdin-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = new GrowingFile(join(folder, 'stdin'));
  const bytes = new Uint8Array(CHUNK);
  for (let read = text.read(bytes); read !== 0; read = text.read(bytes)) {
    file.write(bytes.subarray(0, read));
  }
  return file.path;
}
