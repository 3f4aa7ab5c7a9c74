// The largest inputs of six games that are held to a time and a memory: `nimbus solve`, whole process,
// reading and printing included, and its peak memory.
//   npm run bench -- largest [GAME …]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Largest, largest } from './largest/inputs.ts';

const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-largest-'));
const peakFile = join(folder, 'peak');
const hook = `data:text/javascript,import{writeFileSync}from'node:fs';
process.on('exit',()=>writeFileSync(${JSON.stringify(peakFile)},''+process.resourceUsage().maxRSS))`;
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
  const words = ['--import', encodeURI(hook), door, 'solve', ...flags, game, path];
  const start = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const time = (performance.now() - start) / 1000;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`.padStart(10);
  const late = time > seconds ? `   more than ${seconds} s` : '';
  console.log(
    `${game.padEnd(21)}${name.padEnd(36)}${megabytes(statSync(path).size)}` +
      `${`${time.toFixed(1)} s`.padStart(10)}${megabytes(1e3 * Number(readFileSync(peakFile, 'utf8')))}` +
      `${status === 0 ? late : `   exit code ${status}`}`,
  );
}
