// The loop that reads runs of numbers (core/text/number-run.ts) against the scanner in WebAssembly
// (core/text/scanner), on lists of ten million numbers of 1, 1 to 3, 5, 8 and 9 digits; and from how many
// numbers on a process gains by compiling the scanner.
//   npm run bench -- scanner
import { Random } from '../core/random/random.ts';
import { type Run, readRun } from '../core/text/number-run.ts';
import { Scanner } from '../core/text/scanner/scanner.ts';
import { median } from './measure.ts';

const NUMBERS = 1e7;
const RUNS = 5;
const AT_ONCE = 1_536;

const words = new Uint32Array(AT_ONCE);
const before = process.threadCpuUsage();
const scanner = new Scanner(AT_ONCE);
const compiling = process.threadCpuUsage(before).user / 1e3;

const ways: readonly ((bytes: Uint8Array, run: Run) => void)[] = [
  (bytes, run) => readRun(bytes, words, run),
  (bytes, run) => scanner.scan(bytes, run),
];

for (const most of [9, 200, 99_999, 99_999_999, 999_999_999]) {
  const text = list(most);
  const times = Array.from({ length: RUNS }, () => ways.map((read) => nanoseconds(read, text)));
  const [loop = 0, scan = 0] = [0, 1].map((way) => median(times.map((all) => all[way] as number)));
  const worthwhile = (compiling * 1e6) / (loop - scan);
  console.log(
    `numbers up to ${most}: loop ${loop.toFixed(1)} ns a number, scanner ${scan.toFixed(1)} ns ` +
      `(${(loop / scan).toFixed(1)} times as fast), which pays for ${compiling.toFixed(1)} ms of compiling ` +
      `from ${worthwhile.toExponential(0)} numbers on`,
  );
}

function list(most: number): Uint8Array {
  const random = new Random(1);
  const numbers = Array.from({ length: NUMBERS / 10 }, () => random.between(1, most));
  return new TextEncoder().encode(`${numbers.join('\n')}\n`.repeat(10));
}

/** Of processor time, a number; run by run as a reader of tokens does. */
function nanoseconds(read: (bytes: Uint8Array, run: Run) => void, text: Uint8Array): number {
  const run = { at: 0, end: text.length, count: AT_ONCE, min: 0, max: 2 ** 31 };
  const start = process.threadCpuUsage();
  let count = 0;
  for (; run.count > 0; run.at++) {
    run.count = AT_ONCE;
    read(text, run);
    count += run.count;
  }
  if (count < 0.999 * NUMBERS) throw new RangeError(`found ${count} numbers, allowed ${NUMBERS}`);
  return (process.threadCpuUsage(start).user * 1e3) / NUMBERS;
}
