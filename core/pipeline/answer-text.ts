/** Bytes of a piece. */
const PIECE = 1 << 16;

/** Different answers whose bytes are kept: most games have two. */
const MOST_KNOWN = 16;

const LF = 10;

/**
 * The answers to the cases of a file as the judge prints them, kept in pieces of bytes: a text of the
 * language ends at 512 MB, and to put one together from short ones takes long.
 */
export class AnswerText {
  /** False as soon as one case has no answer: then there is none to the file. */
  isWhole = true;
  readonly #separator: number;
  readonly #known = new Map<string, Uint8Array>();
  readonly #pieces: Uint8Array[] = [];
  #piece = new Uint8Array(PIECE);
  #filled = 0;
  #isEmpty = true;

  /** The separator is one character of ASCII. */
  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  add(answer: string | null): void {
    if (answer === null) this.isWhole = false;
    if (!this.isWhole || answer === null) return;
    const bytes = this.#bytesOf(answer);
    // A long answer is a piece by itself, so that it is not copied.
    const isLong = bytes.length + 2 > PIECE;
    this.#makeRoom(isLong ? 2 : bytes.length + 2);
    if (!this.#isEmpty) this.#piece[this.#filled++] = this.#separator;
    this.#isEmpty = false;
    if (isLong) {
      this.#turn();
      this.#pieces.push(bytes);
    } else {
      this.#piece.set(bytes, this.#filled);
      this.#filled += bytes.length;
    }
  }

  /** Adds many answers out of a few short ones, by their places among these. */
  addWords(words: readonly string[], places: Uint8Array): void {
    const [first] = places;
    if (first === undefined || !this.isWhole) return;
    this.add(words[first] ?? null);
    const separator = String.fromCharCode(this.#separator);
    const encoded = words.map((word) => new TextEncoder().encode(separator + word));
    const longest = Math.max(...encoded.map(({ length }) => length));
    for (let at = 1; at < places.length; ) {
      this.#makeRoom(longest + 1);
      const count = Math.floor((PIECE - 1 - this.#filled) / longest);
      const some = places.subarray(at, at + count);
      this.#filled = putWords(this.#piece, this.#filled, encoded, some);
      at += some.length;
    }
  }

  /**
   * The bytes of the judge's file: nothing for one of no cases, or where there is none. They hold until
   * the next answer is added.
   */
  pieces(): readonly Uint8Array[] {
    if (!this.isWhole || this.#isEmpty) return [];
    // Each answer left room for it.
    this.#piece[this.#filled] = LF;
    return [...this.#pieces, this.#piece.subarray(0, this.#filled + 1)];
  }

  /** The same as one text; null where there is none. */
  whole(): string | null {
    if (!this.isWhole) return null;
    const decoder = new TextDecoder();
    const texts = this.pieces().map((piece) => decoder.decode(piece, { stream: true }));
    return texts.join('');
  }

  #bytesOf(answer: string): Uint8Array {
    const known = this.#known.get(answer);
    if (known !== undefined) return known;
    const bytes = new TextEncoder().encode(answer);
    if (this.#known.size < MOST_KNOWN) this.#known.set(answer, bytes);
    return bytes;
  }

  #makeRoom(bytes: number): void {
    if (this.#filled + bytes > PIECE) this.#turn();
  }

  /** To a new piece. */
  #turn(): void {
    this.#pieces.push(this.#piece.subarray(0, this.#filled));
    this.#piece = new Uint8Array(PIECE);
    this.#filled = 0;
  }
}

/** Puts words one behind another; where the last one ends. */
function putWords(
  piece: Uint8Array,
  start: number,
  words: readonly Uint8Array[],
  places: Uint8Array,
): number {
  let end = start;
  for (let at = 0; at < places.length; at++) {
    const word = words[places[at] as number] as Uint8Array;
    for (let letter = 0; letter < word.length; letter++) piece[end++] = word[letter] as number;
  }
  return end;
}
