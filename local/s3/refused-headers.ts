import type { Headers } from './call.ts';
import { ALGORITHMS, checksumHeader } from './checksums.ts';
import { notImplemented } from './errors.ts';

/** Headers that ask for what is not there; to pass over them would be a wrong answer. */
const REFUSED =
  /^x-amz-(server-side-encryption-|object-lock-|bucket-object-lock|website-|write-offset|grant-|copy-source-server-side|mfa$|rename-)/;
const ONLY = new Map<string, RegExp>([
  ['x-amz-acl', /^(private|bucket-owner-full-control)$/],
  ['x-amz-storage-class', /^STANDARD$/],
  ['x-amz-server-side-encryption', /^AES256$/],
]);
const CHECKSUMS: readonly string[] = [
  ...ALGORITHMS.map(checksumHeader),
  'x-amz-checksum-algorithm',
  'x-amz-checksum-type',
  'x-amz-checksum-mode',
];

/** Throws NotImplemented for a header whose wish would not be met. */
export function checkHeaders(headers: Headers): void {
  for (const [name, value = ''] of Object.entries(headers)) {
    const checksum = name.startsWith('x-amz-checksum-') && !CHECKSUMS.includes(name);
    if (REFUSED.test(name) || checksum || ONLY.get(name)?.test(value) === false) {
      throw notImplemented(`the header ${name}: ${value}`);
    }
  }
}
