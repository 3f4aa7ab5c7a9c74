import type { ByteSource } from '../core/text/byte-source.ts';
import type { RandomText } from '../core/text/random-text.ts';
import type { Source } from './containers/source.ts';

/** Bytes that are loaded at a time; twice as many each time that they were not enough. */
const STEP = 256 * 1024;

interface Block {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Bytes were read that are not loaded: whoever caught it loads them and starts again. */
class MissingBytesError extends Error {
  override readonly name = 'MissingBytesError';
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    super(`text: found no byte ${start}, allowed a text that is loaded up to ${end}`);
    this.start = start;
    this.end = end;
  }
}

/**
 * A text that lies elsewhere, such as in storage, and of which some ranges are in memory. What stands
 * outside of them cannot be read but in `withBytes`.
 */
export class LoadedText implements RandomText {
  readonly size: number;
  /** Bytes that are loaded at a time, at the least. */
  readonly step: number;
  readonly #source: Source;
  /** In their order; no two share a byte. */
  #blocks: Block[] = [];

  constructor(source: Source, step = STEP) {
    this.size = source.size;
    this.step = step;
    this.#source = source;
  }

  readonly from = (start: number, end: number): ByteSource => {
    const until = Math.min(end, this.size);
    let next = Math.min(start, until);
    if (start < 0)
      throw new RangeError(`text: found a read at ${start}, allowed 0 to ${this.size}`);
    return {
      size: until - next,
      again: () => this.from(start, end),
      read: (target) => {
        const wanted = Math.min(target.length, until - next);
        if (wanted === 0) return 0;
        const read = this.#copy(target.subarray(0, wanted), next);
        next += read;
        return read;
      },
    };
  };

  /** As many bytes as stand in one block; one at the least. */
  #copy(target: Uint8Array, from: number): number {
    const block = this.#blocks.findLast(({ start }) => start <= from);
    const bytes = block?.bytes.subarray(from - block.start, from - block.start + target.length);
    if (bytes === undefined || bytes.length === 0)
      throw new MissingBytesError(from, from + target.length);
    target.set(bytes);
    return bytes.length;
  }

  /** Loads what is missing of a range, with one read for each gap. */
  async load(start: number, end: number): Promise<void> {
    let from = Math.max(0, start);
    const until = Math.min(end, this.size);
    const loaded: Block[] = [];
    for (const { start: next, bytes } of this.#blocks) {
      if (next > from && from < until) loaded.push(await this.#read(from, Math.min(next, until)));
      from = Math.max(from, next + bytes.length);
    }
    if (from < until) loaded.push(await this.#read(from, until));
    this.#blocks = [...this.#blocks, ...loaded].sort((a, b) => a.start - b.start);
  }

  async #read(start: number, end: number): Promise<Block> {
    return { start, bytes: await this.#source.read(start, end) };
  }

  /** Drops all that is loaded. */
  drop(): void {
    this.#blocks = [];
  }
}

/**
 * What a function gives that reads a text: from its start again each time that bytes are missing, which
 * are loaded meanwhile, so it must not have changed anything by then. At most twice what it reads is
 * loaded, in as many reads as the logarithm tells.
 */
export async function withBytes<Value>(text: LoadedText, work: () => Value): Promise<Value> {
  for (let step = text.step; ; step *= 2) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof MissingBytesError)) throw error;
      await text.load(error.start, Math.max(error.end, error.start + step));
    }
  }
}
