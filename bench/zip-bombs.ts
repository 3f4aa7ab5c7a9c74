// Each decompression bomb as `nimbus run` meets it: the rule that it is refused by, the time of the whole
// process beside that of a run of one sound file, and its peak memory. Fails where one is not refused by
// its rule, takes a second more than the sound file, or 200 MB.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  gzipBomb,
  lyingGzip,
  lyingRatio,
  manyEntries,
  quotedOverlap,
  sharedStream,
  steepEntry,
  zstdBomb,
} from '../tests/tools/containers/bombs.ts';

const MOST_SECONDS = 1;
const MOST_MEGABYTES = 200;

const BOMBS: readonly (readonly [string, string, string, () => Uint8Array])[] = [
  ['500 entries of one stream', 'a.zip', 'zip/overlap', () => sharedStream()],
  ['quoted overlap', 'a.zip', 'zip/overlap', () => quotedOverlap()],
  ['one entry 1000 : 1', 'a.zip', 'zip/ratio', () => steepEntry()],
  ['a ratio that lies', 'a.zip', 'zip/ratio', () => lyingRatio()],
  ['100 001 entries', 'a.zip', 'zip/too-many-entries', () => manyEntries()],
  ['gzip, 256 MiB', 'corner-geography-1.in.gz', 'gzip/ratio', () => gzipBomb()],
  ['gzip that lies', 'corner-geography-1.in.gz', 'gzip/ratio', () => lyingGzip()],
  ['Zstandard, 128 MiB', 'corner-geography-1.in.zst', 'zstd/ratio', () => zstdBomb()],
];

/**
 * Runs the command and then tells the peak of its process, in kB. What resourceUsage says begins with the
 * peak of the process that started it, so the kernel's own count is taken.
 */
const MEASURED = `
import { readFileSync } from 'node:fs';
const peak = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
process.on('exit', () => process.stderr.write('peak ' + peak() + '\\n'));
process.argv.splice(1, 1);
await import(process.argv[1]);
`;

const folder = mkdtempSync(join(tmpdir(), 'nimbus-bombs-'));
const measured = join(folder, 'measured.mjs');
writeFileSync(measured, MEASURED);
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));

/** Runs the command on a bomb; the second of two runs, for the first one fills the compile cache. */
function run(path: string) {
  const out = join(folder, 'out');
  const words = [measured, door, 'run', path, '-o', out];
  spawnSync(process.execPath, words);
  rmSync(out, { recursive: true, force: true });
  const start = performance.now();
  const { stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  const seconds = (performance.now() - start) / 1000;
  const peak = Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1000;
  return { seconds, peak, stderr };
}

const plain = join(folder, 'corner-geography-2.in');
writeFileSync(plain, '3\n0\n');
const usual = run(plain);
console.log(`a sound file: ${usual.seconds.toFixed(2)} s, peak ${usual.peak.toFixed(0)} MB`);

for (const [what, file, rule, make] of BOMBS) {
  const path = join(folder, file);
  const bytes = make();
  writeFileSync(path, bytes);
  const { seconds, peak, stderr } = run(path);
  const isRefused = stderr.includes(`${rule}: found`);
  const isFine = isRefused && seconds < MOST_SECONDS + usual.seconds && peak < MOST_MEGABYTES;
  if (!isFine) process.exitCode = 1;
  console.log(
    `${what}: ${bytes.length} bytes, ${isRefused ? rule : 'NOT REFUSED'}, ${seconds.toFixed(2)} s, ` +
      `peak ${peak.toFixed(0)} MB${isFine ? '' : ' TOO MUCH'}`,
  );
}
rmSync(folder, { recursive: true });
