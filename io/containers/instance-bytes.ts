import type { Finding, Warning } from '../../core/text/errors.ts';
import { formatByName, formatOf, HEAD_BYTES, NAMES, notNamed } from './formats.ts';
import { finding } from './limits.ts';
import { isPacking, unpack } from './packed.ts';

/** The text of an instance, unpacked where it was packed. */
export interface InstanceBytes {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** The bytes of a file as an instance, by their magic; or why they are none. */
export function instanceBytes(path: string, bytes: Uint8Array): InstanceBytes | Finding {
  const format = formatOf(bytes.subarray(0, HEAD_BYTES));
  const named = formatByName(path);
  if (isPacking(format)) {
    const content = unpack(format, bytes);
    if ('rule' in content) return content;
    return { bytes: content, warnings: named === null ? [notNamed('packed')] : [] };
  }
  if (format === 'other' || format === 'html' || format === 'empty') return { bytes, warnings: [] };
  const hint = 'name it after what it is, or name it itself on the command line';
  return finding('container/type', NAMES[format], 'an instance, packed or not', hint);
}
