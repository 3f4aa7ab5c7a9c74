import { type Run, type RunNumbers, readRun } from './number-run.ts';
import { MOST_WORD, Scanner } from './scanner/scanner.ts';

/** Numbers that are read in one run: a multiple of the columns of every list. */
const RUN_NUMBERS = 4_608;

/** Numbers and bytes that make it worth to call the scanner. */
const SCANNED_NUMBERS = 64;
const SCANNED_BYTES = 512;

/** Fewer numbers than this tell that the text is not what the scanner is made for. */
const FEW = 16;

/** Numbers that the loop reads before the scanner is compiled, and after it has found few. */
const FIRST = 65_536;
const AGAIN = 2_048;

/** Bytes at hand of a text that is long enough to compile it at once. */
const LONG_TEXT = 1 << 17;

/**
 * Reads runs of numbers: short texts by the loop of number-run.ts, which needs no compiling, long ones by
 * the scanner, and by the loop where that stops. Both read the same numbers.
 */
export class RunReader {
  #words: Uint32Array = new Uint32Array(RUN_NUMBERS);
  readonly #doubles = new Float64Array(RUN_NUMBERS);
  #scanner: Scanner | null = null;
  /** Numbers that the loop is to read before the scanner is asked. */
  #left = FIRST;

  /** Reads a run of up to `run.count` numbers, or of fewer; they hold until the next one is read. */
  read(bytes: Uint8Array, run: Run): RunNumbers {
    run.count = Math.min(run.count, RUN_NUMBERS);
    const isNarrow = run.max <= MOST_WORD;
    if (this.#scanner === null && run.end - run.at >= LONG_TEXT) this.#left = 0;
    if (this.#left <= 0 && isLong(run) && this.#scan(bytes, run)) {
      return isNarrow ? this.#words : this.#widened(run.count);
    }
    const numbers = isNarrow ? this.#words : this.#doubles;
    readRun(bytes, numbers, run);
    this.#left -= run.count;
    return numbers;
  }

  /** False, with the run as it was, where the scanner reads nothing of it. */
  #scan(bytes: Uint8Array, run: Run): boolean {
    if (this.#scanner === null) {
      this.#scanner = new Scanner(RUN_NUMBERS);
      this.#words = this.#scanner.words;
    }
    const most = run.count;
    this.#scanner.scan(bytes, run);
    if (run.count < FEW) this.#left = AGAIN;
    if (run.count > 0) return true;
    run.count = most;
    return false;
  }

  #widened(count: number): Float64Array {
    for (let at = 0; at < count; at++) this.#doubles[at] = this.#words[at] as number;
    return this.#doubles;
  }
}

/** Whether the scanner may be worth its call; it takes no bounds between which there is no number. */
function isLong({ at, end, count, min, max }: Run): boolean {
  return count >= SCANNED_NUMBERS && end - at >= SCANNED_BYTES && max >= Math.max(0, min);
}
