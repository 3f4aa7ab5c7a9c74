// The largest inputs of six games that are held to a time and a memory: `nimbus solve`, whole process,
// reading and printing included, and its peak memory.
//   npm run bench -- largest [GAME …]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Largest, largest } from './largest/inputs.ts';
import { runWithPeak } from './peak.ts';

const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-largest-'));
const wanted = process.argv.slice(2);

console.log(
  'game                 instance                                 file      time    memory',
);
for (const input of largest) {
  if (wanted.length === 0 || wanted.includes(input.game)) measure(input);
}
rmSync(folder, { recursive: true });

function measure({ game, name, seconds, flags = [], write }: Largest): void {
  const path = join(folder, 'input');
  write(path);
  const { seconds: time, bytes, status } = runWithPeak([door, 'solve', ...flags, game, path]);
  const megabytes = (count: number) => `${(count / 1e6).toFixed(0)} MB`.padStart(10);
  const late = time > seconds ? `   more than ${seconds} s` : '';
  console.log(
    `${game.padEnd(21)}${name.padEnd(36)}${megabytes(statSync(path).size)}` +
      `${`${time.toFixed(1)} s`.padStart(10)}${megabytes(bytes)}` +
      `${status === 0 ? late : `   exit code ${status}`}`,
  );
}
