import { S3Error } from './errors.ts';

/** Longest size line or trailer: a signature has 64 bytes, a checksum at most 88. */
const LONGEST_LINE = 4096;

type Awaiting = 'size' | 'data' | 'end-of-data' | 'trailer' | 'nothing';

/**
 * Takes the framing of `content-encoding: aws-chunked` away: lines `SIZE[;chunk-signature=…]`, the
 * data, a last chunk of size 0, trailers. Signatures are read over.
 * Source: Amazon S3 API Reference, "Signature Version 4: transferring payload in multiple chunks".
 */
export class AwsChunkedDecoder {
  /** Names in lower case; complete after `end`. */
  readonly trailers = new Map<string, string>();
  #awaiting: Awaiting = 'size';
  #left = 0;
  /** Bytes of a line whose end has not come yet. */
  #line: Buffer = Buffer.alloc(0);

  /** The data among these bytes, without copying them. */
  push(bytes: Buffer): Buffer[] {
    const input = this.#line.length === 0 ? bytes : Buffer.concat([this.#line, bytes]);
    this.#line = Buffer.alloc(0);
    const data: Buffer[] = [];
    for (let at = 0; at < input.length; ) {
      if (this.#awaiting === 'data') {
        const piece = input.subarray(at, at + this.#left);
        data.push(piece);
        at += piece.length;
        this.#left -= piece.length;
        if (this.#left === 0) this.#awaiting = 'end-of-data';
        continue;
      }
      const end = input.indexOf('\n', at);
      if (end < 0) {
        this.#line = input.subarray(at);
        if (this.#line.length > LONGEST_LINE) throw malformed('a line that does not end');
        break;
      }
      this.#take(input.toString('latin1', at, end).trimEnd());
      at = end + 1;
    }
    return data;
  }

  /** Throws IncompleteBody unless the last chunk was there. */
  end(): void {
    if (this.#awaiting === 'trailer' && this.#line.length > 0) {
      this.#take(this.#line.toString('latin1').trimEnd());
    }
    if (this.#awaiting !== 'trailer' && this.#awaiting !== 'nothing') {
      throw malformed('the end of the body before the last chunk');
    }
  }

  #take(line: string): void {
    if (this.#awaiting === 'size') this.#takeSize(line);
    else if (this.#awaiting === 'end-of-data') {
      if (line !== '') throw malformed('a chunk that is longer than its size');
      this.#awaiting = 'size';
    } else if (this.#awaiting === 'trailer') this.#takeTrailer(line);
    else if (line !== '') throw malformed('bytes after the last chunk');
  }

  #takeSize(line: string): void {
    const [, size] = line.match(/^([0-9a-f]{1,12})(;.*)?$/i) ?? [];
    if (size === undefined) throw malformed(`the size line ${JSON.stringify(line.slice(0, 80))}`);
    this.#left = Number.parseInt(size, 16);
    this.#awaiting = this.#left === 0 ? 'trailer' : 'data';
  }

  #takeTrailer(line: string): void {
    if (line === '') {
      this.#awaiting = 'nothing';
      return;
    }
    const [, name, value] = line.match(/^([^:]+):(.*)$/) ?? [];
    if (name === undefined || value === undefined) throw malformed(`the trailer ${line}`);
    this.trailers.set(name.trim().toLowerCase(), value.trim());
  }
}

/** The data of an aws-chunked body. */
export async function* decodeAwsChunked(
  body: AsyncIterable<Buffer>,
  decoder: AwsChunkedDecoder,
): AsyncGenerator<Buffer> {
  for await (const bytes of body) yield* decoder.push(bytes);
  decoder.end();
}

function malformed(found: string): S3Error {
  return new S3Error('IncompleteBody', `The aws-chunked body is malformed: found ${found}.`);
}
