import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { wholeBody } from './whole-body.ts';

/** What DONE.json says of an object of the job. */
export interface Written {
  /** Below the job's own prefix. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Text is handed on in pieces of about this many characters. */
const BATCH = 1 << 18;

/** Pieces in which an object is read back. */
const READ_BACK = 8 * 1024 * 1024;

/** One write-once object that grows piece by piece, in constant memory. */
export class Sink {
  readonly #out: ObjectStore;
  readonly #key: string;
  readonly #stream = new PassThrough();
  readonly #hash = createHash('sha256');
  readonly #put: Promise<'written' | 'present'>;
  #bytes = 0;
  #waiting = '';

  constructor(out: ObjectStore, key: string) {
    this.#out = out;
    this.#key = key;
    this.#put = out.putStream(key, this.#stream, { once: true }).then((put) => {
      // Nobody else reads on where the object is there already.
      if (put === 'present') this.#stream.resume();
      return put;
    });
    // Whoever writes next, or finishes, hears of the failure by the promise, and not by the stream.
    this.#stream.on('error', () => undefined);
    this.#put.catch(() => this.#stream.destroy());
  }

  /** Gives the object up: nothing of it stays open, and nothing of it is ever seen. */
  async abort(error: Error): Promise<void> {
    this.#stream.destroy(error);
    await this.#put.catch(() => undefined);
  }

  async write(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#waiting.length >= BATCH) await this.#flush();
  }

  /** Of an object that is no text. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    if (this.#stream.destroyed) await this.#put;
    if (!this.#stream.write(bytes)) await Promise.race([once(this.#stream, 'drain'), this.#put]);
  }

  /** Ends the object. One that was there already stays, and is what the hash is of. */
  async finish(root: string): Promise<Written> {
    await this.#flush();
    this.#stream.end();
    const name = this.#key.slice(root.length);
    if ((await this.#put) === 'present') return { name, ...(await hashOf(this.#out, this.#key)) };
    return { name, sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    await this.writeBytes(bytes);
  }
}

async function hashOf(out: ObjectStore, key: string): Promise<Omit<Written, 'name'>> {
  const bytes = (await out.head(key))?.size ?? 0;
  const hash = createHash('sha256');
  for (let start = 0; start < bytes; start += READ_BACK) {
    const range = { start, end: Math.min(start + READ_BACK, bytes) };
    const object = await out.get(key, { range });
    if (object !== null) hash.update(wholeBody(out, key, object, range.end - start));
  }
  return { sha256: hash.digest('hex'), bytes };
}
