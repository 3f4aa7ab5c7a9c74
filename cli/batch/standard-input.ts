import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ByteSource } from '../../core/text/byte-source.ts';
import { formatOf, HEAD_BYTES } from '../../io/containers/formats.ts';
import { instanceBytes } from '../../io/containers/instance-bytes.ts';
import { readWhole } from '../../io/read-whole.ts';
import { RefusedError } from '../failures.ts';
import { openText } from '../file-source.ts';
import type { Instance } from './instance.ts';
import { LONG_BYTES } from './long-files.ts';

/** An instance on standard input, packed or not. Throws RefusedError for an archive. */
export function fromStandardInput(): Pick<Instance, 'source' | 'problem'> {
  const input = held(openText('-'));
  if (!(input instanceof Uint8Array) && formatOf(input.head) === 'other') {
    return { source: { path: input.path }, problem: null };
  }
  // No name promises anything here, so that none can be broken.
  const bytes = input instanceof Uint8Array ? input : readWhole(input.path);
  const read = instanceBytes('stdin.gz', bytes);
  if (!('rule' in read)) return { source: { bytes: read.bytes }, problem: null };
  if (read.rule === 'container/type') {
    throw new RefusedError(
      `stdin: ${read.rule}: found ${read.found}, allowed one instance; save it as a file and name that`,
    );
  }
  return { source: { bytes: new Uint8Array() }, problem: read };
}

/** A long text that is kept in a file of ours until the process ends. */
interface Spooled {
  readonly path: string;
  readonly head: Uint8Array;
}

/** All of a text that can be read only once: its bytes, or where they are if there are many. */
function held(source: ByteSource): Uint8Array | Spooled {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  for (let read = -1; read !== 0 && length <= LONG_BYTES; length += read) {
    if (length === bytes.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(bytes);
      bytes = larger;
    }
    read = source.read(bytes.subarray(length));
  }
  return length <= LONG_BYTES
    ? bytes.subarray(0, length)
    : spooled(bytes.subarray(0, length), source);
}

function spooled(start: Uint8Array, source: ByteSource): Spooled {
  const folder = mkdtempSync(join(tmpdir(), 'nimbus-stdin-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'stdin');
  const file = openSync(path, 'wx', 0o600);
  try {
    writeAll(file, start);
    const bytes = new Uint8Array(1 << 20);
    for (let read = source.read(bytes); read !== 0; read = source.read(bytes)) {
      writeAll(file, bytes.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return { path, head: start.slice(0, HEAD_BYTES) };
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
