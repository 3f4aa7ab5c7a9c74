/** The characters of a board, ASCII each. */
export class Alphabet {
  readonly characters: string;
  /** Per byte, the index of its character; −1 for all others. */
  readonly codes: Int8Array;

  constructor(characters: string) {
    this.characters = characters;
    this.codes = new Int8Array(256).fill(-1);
    for (let at = 0; at < characters.length; at++) this.codes[characters.charCodeAt(at)] = at;
  }
}
