import { hash } from 'node:crypto';

/** SHA-256 in 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}
