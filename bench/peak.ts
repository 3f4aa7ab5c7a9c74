import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a whole process took. */
export interface Taken {
  readonly seconds: number;
  /** Peak of its memory. */
  readonly bytes: number;
  readonly status: number | null;
}

/**
 * Runs Node with these words, its output thrown away, and asks it for the peak of its memory at the end: the
 * one of Linux where there is, for `maxRSS` starts at what the process that started it had.
 */
export function runWithPeak(words: readonly string[]): Taken {
  const folder = mkdtempSync(join(tmpdir(), 'nimbus-peak-'));
  const file = join(folder, 'peak');
  const hook = `data:text/javascript,import{existsSync,readFileSync,writeFileSync}from'node:fs';
const own='/proc/self/status';
const peak=()=>existsSync(own)?/VmHWM:\\s+(\\d+)/.exec(readFileSync(own,'utf8'))[1]:process.resourceUsage().maxRSS;
process.on('exit',()=>writeFileSync(${JSON.stringify(file)},''+peak()))`;
  const start = performance.now();
  const { status } = spawnSync(process.execPath, ['--import', encodeURI(hook), ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = (performance.now() - start) / 1000;
  const bytes = 1e3 * Number(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  return { seconds, bytes, status };
}
