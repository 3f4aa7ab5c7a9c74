const BLOCK = 512;
const SIZE_AT = 124;
const SIZE_LENGTH = 12;
const TYPE_AT = 156;

/** Headers that tell of the next entry or of all: pax and its globals, long names and long links of GNU. */
const ABOUT_OTHERS = 'xgLK';
/** Links, devices, folders and pipes, which have no content whatever size they claim. */
const WITHOUT_CONTENT = '123456';

/**
 * Finds where the contents of a tar lie that is not packed, from its bytes as they pass to the reader of
 * the archive, which checks them. Format: POSIX.1-2017, pax, "ustar Interchange Format". Constant memory
 * but for the entries that are asked for next.
 */
export class TarPlaces {
  readonly #header = Buffer.alloc(BLOCK);
  readonly #found: { readonly start: number; readonly size: number }[] = [];
  #filled = 0;
  #skip = 0;
  #at = 0;
  #isTrusted = true;

  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#see(chunk);
      yield chunk;
    }
  }

  /**
   * Where the content of the next entry starts, of which the reader says the size; null from an entry on
   * that has another one here, as a pax header may say it.
   */
  next(size: number): number | null {
    const place = this.#found.shift();
    this.#isTrusted &&= place?.size === size;
    return this.#isTrusted && place !== undefined ? place.start : null;
  }

  #see(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const wanted = this.#skip > 0 ? this.#skip : BLOCK - this.#filled;
      const count = Math.min(wanted, chunk.length - from);
      if (this.#skip > 0) this.#skip -= count;
      else {
        this.#header.set(chunk.subarray(from, from + count), this.#filled);
        this.#filled += count;
      }
      from += count;
      this.#at += count;
      if (this.#filled === BLOCK) this.#take();
    }
  }

  #take(): void {
    this.#filled = 0;
    // The end of an archive is blocks of zeros.
    if (this.#header.every((byte) => byte === 0)) return;
    const type = String.fromCharCode(this.#header[TYPE_AT] as number);
    const size = WITHOUT_CONTENT.includes(type) ? 0 : sizeIn(this.#header);
    if (!ABOUT_OTHERS.includes(type)) this.#found.push({ start: this.#at, size });
    this.#skip = Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** In octal digits, or of GNU in 12 bytes of which the first one has its highest bit set. */
function sizeIn(header: Buffer): number {
  const field = header.subarray(SIZE_AT, SIZE_AT + SIZE_LENGTH);
  if (((field[0] as number) & 0x80) !== 0) return Number(field.readBigUInt64BE(SIZE_LENGTH - 8));
  const digits = /^[0-7]+/.exec(field.toString('latin1').trimStart())?.[0] ?? '0';
  return Number.parseInt(digits, 8);
}
