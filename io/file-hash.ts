import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of a file of any length, in 64 hexadecimal digits. Rejects as node:fs does. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path, { highWaterMark: 1 << 18 })) {
    hash.update(bytes as Uint8Array);
  }
  return hash.digest('hex');
}
