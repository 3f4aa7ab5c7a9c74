import type { Run } from '../number-run.ts';
import { kernelBase64 } from './kernel.wasm.ts';

/** The functions of `assembly/index.ts` and the memory that they work on; addresses are bytes. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Reads numbers from one address to another into words at a third; how many. */
  readonly scan: (
    ...words: [from: number, last: number, out: number, most: number, min: number, max: number]
  ) => number;
  /** Where the last number of the last scan ended. */
  readonly end: () => number;
}

/** The largest number of 32 bits. */
export const MOST_WORD = 0xffff_ffff;

/** Bytes that are scanned at a time; with the numbers in them they stay in the nearest caches. */
const BYTES = 16_384;

/** Where they stand, and the numbers behind them; what the kernel needs around them is there. */
const IN = 1_024;
const OUT = IN + BYTES + 1_024;

/**
 * The run of numbers of number-run.ts in WebAssembly, many bytes at a time. It stops earlier: up to 128
 * bytes before the end, and 64 bytes before anything but plain numbers of up to ten digits below 2^32,
 * each ended by one blank or line feed. Compiling it takes 0.3 to 2 ms, as long as the loop for 50,000 to
 * 200,000 numbers.
 */
export class Scanner {
  /** What the last scan read, from the start; room for the longest run. */
  readonly words: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #exports: Exports;

  /** `most`: numbers of the longest run, 10,000 at the most. */
  constructor(most: number) {
    const binary = Uint8Array.from(atob(kernelBase64), (letter) => letter.charCodeAt(0));
    const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), {});
    this.#exports = instance.exports as unknown as Exports;
    const { buffer } = this.#exports.memory;
    this.#bytes = new Uint8Array(buffer, IN, BYTES);
    this.words = new Uint32Array(buffer, OUT, most);
  }

  /** Reads a run as `readRun` does; there must be a number within its bounds. */
  scan(bytes: Uint8Array, run: Run): void {
    const { at, end, count } = run;
    const min = Math.max(0, run.min);
    const max = Math.min(MOST_WORD, run.max);
    const length = Math.min(BYTES, end - at);
    this.#bytes.set(bytes.subarray(at, at + length));
    run.count = this.#exports.scan(IN, IN + length, OUT, count, min, max);
    run.at = at + this.#exports.end() - IN;
  }
}
