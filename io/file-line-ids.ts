import type { Finding } from '../core/text/errors.ts';
import type { FileLine } from './file-lines.ts';
import { FileRanges } from './file-ranges.ts';
import { LONGEST_LINE } from './json-lines.ts';
import { type GameOfLines, instanceOfLine, repeatedId } from './line-instance.ts';
import { hashOfBytes, OffsetTable } from './offset-table.ts';
import { plainId } from './plain-id.ts';

const LF = 10;
const FIRST_LINES = 1 << 10;
const FIRST_BYTES = 1 << 12;
const NUMBER = /^[1-9]\d{0,14}$/;

/**
 * The ids of the lines of one large file, each of which is of one sound line; a line with a problem has
 * none. Kept are a hash and the place of each line, some 40 bytes; where two hashes are the same, the
 * earlier line is read again.
 */
export class FileLineIds {
  /** Where lines start that say their id. */
  readonly #named = new OffsetTable();
  /** By their number, where lines start that do not; 0 … for others. */
  #unnamed = new Float64Array(FIRST_LINES).fill(-1);
  readonly #file: FileRanges;
  readonly #game: GameOfLines;
  /** Nobody can choose ids that have one hash. */
  readonly #basis = (Math.random() * 2 ** 32) >>> 0;

  constructor(path: string, game: GameOfLines) {
    this.#file = new FileRanges(path);
    this.#game = game;
  }

  close(): void {
    this.#file.close();
  }

  /** That a line has the id of a sound one before it; null otherwise. Call it for each line in their order. */
  problemOf({ line, start, bytes }: FileLine): Finding | null {
    const own = bytes === null ? null : (plainId(bytes) ?? this.#idOf(bytes, line));
    if (own === null) return null;
    const id = own === 'none' ? Buffer.from(`${line}`) : own;
    const hash = hashOfBytes(id, this.#basis);
    const text = () => Buffer.from(id).toString();
    const hasIt = (earlier: number) => this.#lineAt(earlier)?.id === text();
    const earlier = this.#unnamedBefore(id, line) ?? this.#named.find(hash, hasIt);
    if (earlier !== null && this.#lineAt(earlier)?.problem === null) return repeatedId(text());
    if (own === 'none') this.#addUnnamed(line, start);
    else if (!this.#named.replace(hash, hasIt, start)) this.#named.add(hash, start);
    return null;
  }

  /** Of a line that has to be read for it; null where it is not sound. */
  #idOf(bytes: Uint8Array, line: number): Uint8Array | 'none' | null {
    const { id, problem } = instanceOfLine({ bytes, line }, this.#game);
    if (problem !== null) return null;
    return id === `${line}` ? 'none' : Buffer.from(id);
  }

  /** Where a sound line starts whose number is that id, and which does not say another. */
  #unnamedBefore(id: Uint8Array, line: number): number | null {
    if (id.length > 15 || (id[0] as number) > 57) return null;
    const text = Buffer.from(id).toString();
    const number = NUMBER.test(text) ? Number(text) : 0;
    const start = number > 0 && number < line ? (this.#unnamed[number] ?? -1) : -1;
    return start >= 0 && this.#lineAt(start)?.problem === null ? start : null;
  }

  #addUnnamed(line: number, start: number): void {
    if (line >= this.#unnamed.length) {
      const larger = new Float64Array(2 * Math.max(line, this.#unnamed.length)).fill(-1);
      larger.set(this.#unnamed);
      this.#unnamed = larger;
    }
    this.#unnamed[line] = start;
  }

  /** What stands in the line that starts there. The number that it is given is none of its own. */
  #lineAt(start: number) {
    for (let length = FIRST_BYTES; ; length *= 8) {
      const bytes = this.#file.read(start, start + length);
      const stop = bytes.indexOf(LF);
      if (stop < 0 && bytes.length === length && length <= LONGEST_LINE) continue;
      const end = stop < 0 ? bytes.length : stop;
      return instanceOfLine({ bytes: bytes.subarray(0, end), line: 0 }, this.#game);
    }
  }
}
