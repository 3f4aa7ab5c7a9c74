import { type ByteSource, sourceOf } from '../core/text/byte-source.ts';
import { echo } from '../core/text/echo.ts';
import { InputError, type Warning } from '../core/text/errors.ts';
import { instanceBytes } from '../io/containers/instance-bytes.ts';
import { RefusedError } from './failures.ts';

/** A text, and what is odd about how it came. */
export interface Unpacked {
  readonly text: ByteSource;
  readonly warnings: readonly Warning[];
}

/**
 * A text that may be packed, in memory. One that is damaged throws InputError when it is read. Throws
 * RefusedError for an archive.
 */
export function unpackedText(path: string, packed: ByteSource): Unpacked {
  // Standard input has no name that could promise anything.
  const content = instanceBytes(path === '-' ? '-.gz' : path, wholeOf(packed));
  if (!('rule' in content)) return { text: sourceOf(content.bytes), warnings: content.warnings };
  const { rule, found } = content;
  if (rule === 'container/type') {
    throw new RefusedError(
      `${echo(path)}: ${rule}: found ${found}, allowed one file of one game; nimbus run solves archives`,
    );
  }
  const read = () => {
    throw new InputError(content);
  };
  return { text: { size: null, read }, warnings: [] };
}

const PIECE = 1 << 20;

function wholeOf({ size, read }: ByteSource): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = new Uint8Array(size === null ? PIECE : size + 1);
    const count = read(piece);
    if (count === 0) return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
  }
}
