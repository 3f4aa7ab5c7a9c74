/** Characters of a piece, about. */
const PIECE = 1 << 16;

/**
 * The answers to the cases of a file as the judge prints them, kept in pieces: a text of the language ends
 * at 512 MB.
 */
export class AnswerText {
  /** False as soon as one case has no answer: then there is none to the file. */
  isWhole = true;
  readonly #separator: string;
  readonly #pieces: Uint8Array[] = [];
  #waiting = '';
  #count = 0;

  constructor(separator: string) {
    this.#separator = separator;
  }

  add(answer: string | null): void {
    if (answer === null) this.isWhole = false;
    if (!this.isWhole || answer === null) return;
    this.#waiting += this.#count === 0 ? answer : this.#separator + answer;
    this.#count++;
    if (this.#waiting.length >= PIECE) this.#flush();
  }

  /** The bytes of the judge's file: nothing for one of no cases, or where there is none. */
  pieces(): readonly Uint8Array[] {
    if (!this.isWhole) return [];
    if (this.#count > 0) this.#waiting += '\n';
    this.#count = 0;
    this.#flush();
    return this.#pieces;
  }

  /** The same as one text; null where there is none. */
  whole(): string | null {
    if (!this.isWhole) return null;
    return this.pieces()
      .map((piece) => new TextDecoder().decode(piece))
      .join('');
  }

  #flush(): void {
    this.#pieces.push(new TextEncoder().encode(this.#waiting));
    this.#waiting = '';
  }
}
