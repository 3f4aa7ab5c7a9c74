// The loop that reads runs of numbers (core/text/number-run.ts) against scanners in WebAssembly, one byte
// and sixteen bytes at a time, on lists of ten million numbers of 1 to 3, 5 and 8 digits.
//   npm run bench -- scanner
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { Random } from '../core/random/random.ts';
import { type Run, readRun } from '../core/text/number-run.ts';
import { median } from './measure.ts';

const NUMBERS = 1e7;
const RUNS = 5;
const AT_ONCE = 1_536;
const BLOCK = 1 << 18;
/** Places in the memory of the module. */
const OUT = 1 << 16;
const IN = 1 << 20;

const memory = new WebAssembly.Memory({ initial: 64 });
const bytes = new Uint8Array(memory.buffer);
const integers = new Int32Array(memory.buffer);
const scanners = await compiled();
const doubles = new Float64Array(AT_ONCE);
const run: Run = { at: 0, end: 0, count: 0, min: 0, max: 2 ** 31 };

/** Reads some numbers of `bytes` from a place on; where it came to, and how many there were. */
type Scan = (from: number, end: number) => { at: number; count: number };

const plain: Scan = (from, end) => {
  Object.assign(run, { at: from, end, count: AT_ONCE });
  readRun(bytes, doubles, run);
  return run;
};

for (const most of [200, 99_999, 99_999_999]) {
  const text = list(most);
  const times = Array.from({ length: RUNS }, () =>
    [plain, ...scanners].map((scan) => milliseconds(scan, text)),
  );
  const [loop = 0, byBytes = 0, bySixteen = 0] = [0, 1, 2].map((at) =>
    median(times.map((all) => all[at] as number)),
  );
  const each = (time: number) => `${((time * 1e6) / NUMBERS).toFixed(1)} ns`;
  console.log(
    `numbers up to ${most}: plain ${each(loop)} a number, WebAssembly ${each(byBytes)} (${(loop / byBytes).toFixed(2)} times as fast), ` +
      `sixteen bytes at a time ${each(bySixteen)} (${(loop / bySixteen).toFixed(2)})`,
  );
}

async function compiled(): Promise<readonly Scan[]> {
  const root = fileURLToPath(new URL('.', import.meta.url));
  const written = new Map<string, Uint8Array<ArrayBuffer>>();
  const flags = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--importMemory'];
  const { error, stderr } = await asc.main(
    [
      'scanner/assembly/index.ts',
      '--outFile',
      'out.wasm',
      '--baseDir',
      root,
      ...flags,
      '--enable',
      'simd',
    ],
    { writeFile: (name, content) => void written.set(name, content as Uint8Array<ArrayBuffer>) },
  );
  const binary = written.get('out.wasm');
  if (error !== null || binary === undefined) throw new TypeError(`${stderr}`);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { memory } });
  return ['byBytes', 'bySixteen'].map((name) => {
    const scan = instance.exports[name] as (
      from: number,
      end: number,
      out: number,
      most: number,
    ) => void;
    return (from, end) => {
      scan(from, end, OUT, AT_ONCE);
      return { at: integers[0] as number, count: integers[1] as number };
    };
  });
}

function list(most: number): Uint8Array {
  const random = new Random(1);
  const numbers = Array.from({ length: NUMBERS / 10 }, () => random.between(1, most));
  return new TextEncoder().encode(`${numbers.join('\n')}\n`.repeat(10));
}

/** The whole text, block by block, as a window moves over it. */
function milliseconds(scan: Scan, text: Uint8Array): number {
  const start = performance.now();
  let count = 0;
  for (let from = 0; from < text.length; ) {
    const length = Math.min(BLOCK, text.length - from);
    bytes.set(text.subarray(from, from + length), IN);
    let at = IN;
    for (let last = -1; last !== count; ) {
      last = count;
      const scanned = scan(at, IN + length);
      count += scanned.count;
      at = behindBlanks(scanned.at);
    }
    if (at === IN) break;
    from += at - IN;
  }
  if (count < 0.999 * NUMBERS) throw new RangeError(`found ${count} numbers, allowed ${NUMBERS}`);
  return performance.now() - start;
}

function behindBlanks(at: number): number {
  let behind = at;
  while ((bytes[behind] as number) <= 32) behind++;
  return behind;
}
