import { createHash, hash } from 'node:crypto';

/** SHA-256 in 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** SHA-256 of some pieces after one another, 32 bytes. */
export function sha256Bytes(...pieces: readonly (Uint8Array | string)[]): Uint8Array {
  const digest = createHash('sha256');
  for (const piece of pieces) digest.update(piece);
  return digest.digest();
}
