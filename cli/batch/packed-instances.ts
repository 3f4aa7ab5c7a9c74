import type { Choice } from '../../core/games/of-path.ts';
import type { Finding } from '../../core/text/errors.ts';
import { instanceBytes } from '../../io/containers/instance-bytes.ts';
import { contentOrProblem } from './content.ts';
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
