import { readFileSync } from 'node:fs';
import type { Choice } from '../../core/games/of-path.ts';
import type { Finding } from '../../core/text/errors.ts';
import { instanceBytes } from '../../io/containers/instance-bytes.ts';
import { RefusedError } from '../failures.ts';
import { contentOrProblem } from './content.ts';
import type { Instance } from './instance.ts';
import { fileSize, type Many } from './instances.ts';
import { linesOfBytes } from './json-instances.ts';

/** A JSON Lines file that is packed: unpacked once and then held in memory, for its lines are asked for twice. */
export function packedLines(found: {
  readonly path: string;
  readonly file: string;
  readonly choice: Choice;
}): Many {
  let content: Uint8Array | Finding | null = null;
  const unpacked = (): Uint8Array | Finding => {
    const packed = contentOrProblem(found.path);
    const read = 'rule' in packed ? packed : instanceBytes(found.path, packed);
    return 'rule' in read ? read : read.bytes;
  };
  return {
    file: found.file,
    each: () => {
      content ??= unpacked();
      return linesOfBytes(found, content);
    },
    size: () => (content instanceof Uint8Array ? content.length : fileSize(found.path)),
  };
}

/** An instance on standard input, packed or not. Throws RefusedError for an archive. */
export function fromStandardInput(): Pick<Instance, 'source' | 'problem'> {
  // No name promises anything here, so that none can be broken.
  const read = instanceBytes('stdin.gz', readFileSync(0));
  if (!('rule' in read)) return { source: { bytes: read.bytes }, problem: null };
  if (read.rule === 'container/type') {
    throw new RefusedError(
      `stdin: ${read.rule}: found ${read.found}, allowed one instance; save it as a file and name that`,
    );
  }
  return { source: { bytes: new Uint8Array() }, problem: read };
}
