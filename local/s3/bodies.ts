import { randomUUID } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of the bodies folder that is a stretch of an object. */
export interface Piece {
  readonly file: string;
  readonly size: number;
  /** In an object from a multipart upload: the number of the part and its checksum, base64. */
  readonly part?: number;
  readonly checksum?: string;
}

/** First and last byte, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** An object that is being read: its files stay until `close`, also when it is deleted meanwhile. */
export interface Reader {
  chunks(span: Span): AsyncGenerator<Buffer>;
  close(): void;
}

/** Bodies up to this size are held in memory and written or read by one call. */
export const SMALL = 64 * 1024;
const READ_SIZE = 1024 * 1024;

/**
 * The bodies of objects and parts as files with random names. A file is complete before a row of the
 * index names it; one that no row names is garbage.
 */
export class Bodies {
  readonly #folder: string;
  readonly #readers = new Map<string, number>();
  readonly #dropped = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Writes what comes, `see` gets each chunk first; leaves no file when either fails. */
  async write(source: AsyncIterable<Buffer>, see: (chunk: Buffer) => void): Promise<Piece> {
    const file = randomUUID();
    const held: Buffer[] = [];
    let size = 0;
    let handle: FileHandle | null = null;
    try {
      for await (const chunk of source) {
        see(chunk);
        size += chunk.length;
        held.push(chunk);
        if (size <= SMALL) continue;
        handle ??= await open(this.#path(file), 'wx');
        await writeAll(handle, held.splice(0));
      }
      if (handle === null) writeFileSync(this.#path(file), Buffer.concat(held), { flag: 'wx' });
      else await handle.close();
      return { file, size };
    } catch (error) {
      await handle?.close();
      this.drop([{ file }]);
      throw error;
    }
  }

  /** The whole content of a small object. */
  readSmall(pieces: readonly Piece[]): Buffer {
    return Buffer.concat(pieces.map(({ file }) => readFileSync(this.#path(file))));
  }

  /** To be called in the turn in which the row was read, so that the files are still there. */
  open(pieces: readonly Piece[]): Reader {
    for (const { file } of pieces) this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1);
    return {
      chunks: (span) => this.#chunks(pieces, span),
      close: () => {
        for (const { file } of pieces) this.#release(file);
      },
    };
  }

  async *#chunks(pieces: readonly Piece[], { first, last }: Span): AsyncGenerator<Buffer> {
    let start = 0;
    for (const { file, size } of pieces) {
      const from = Math.max(first - start, 0);
      const to = Math.min(last - start, size - 1);
      start += size;
      if (from > to) continue;
      yield* createReadStream(this.#path(file), { start: from, end: to, highWaterMark: READ_SIZE });
    }
  }

  #release(file: string): void {
    const left = (this.#readers.get(file) ?? 0) - 1;
    if (left > 0) this.#readers.set(file, left);
    else {
      this.#readers.delete(file);
      if (this.#dropped.delete(file)) this.#remove(file);
    }
  }

  /** Deletes the files of pieces that no row names any more, at once or after their last reader. */
  drop(pieces: readonly Pick<Piece, 'file'>[]): void {
    for (const { file } of pieces) {
      if (this.#readers.has(file)) this.#dropped.add(file);
      else this.#remove(file);
    }
  }

  /** Deletes what a killed process has left. */
  sweep(named: ReadonlySet<string>): void {
    for (const file of readdirSync(this.#folder)) if (!named.has(file)) this.#remove(file);
  }

  #remove(file: string): void {
    rmSync(this.#path(file), { force: true });
  }

  #path(file: string): string {
    return join(this.#folder, file);
  }
}

async function writeAll(handle: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, at);
      at += bytesWritten;
    }
  }
}
