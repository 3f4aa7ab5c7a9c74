// 20 files of each game at its published limits: one `nimbus run` on two workers against the sum of the
// published program's times over the files, and against three starts of Node.
//   npm run bench -- twenty-files [GAME …]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '../core/games/index.ts';
import { installedDoor } from './installed.ts';
import { type Command, median, NODE, timeOnce } from './measure.ts';
import { compilePublished, writeGenerated } from './published.ts';

const FILES = 20;
const RUNS = 3;
const published = compilePublished();
const folder = mkdtempSync(join(tmpdir(), 'nimbus-twenty-'));
const door = installedDoor();
const wanted = process.argv.slice(2);

console.log('game                    ours   published, 20 files   3 × node   ours / larger');
for (const { name } of registry) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const inputs = join(folder, 'in', name);
  mkdirSync(inputs, { recursive: true });
  const files = Array.from({ length: FILES }, (_, at) => join(inputs, `${at + 1}.in`));
  for (const [at, path] of files.entries())
    await writeGenerated(name, 'published-max', at + 1, path);
  const program = published.get(name) as string;
  const times = Array.from({ length: RUNS }, (_, run) => ({
    ours: timeOnce(nimbusRun(inputs, join(folder, 'out', `${name}-${run}`))),
    theirs: files.reduce((sum, input) => sum + timeOnce({ name, program, input }), 0),
    node: timeOnce(NODE),
  }));
  const [ours, theirs, node] = (['ours', 'theirs', 'node'] as const).map((what) =>
    median(times.map((each) => each[what])),
  ) as [number, number, number];
  const larger = Math.max(theirs, 3 * node);
  console.log(
    `${name.padEnd(21)}${shown(ours)}${shown(theirs).padStart(22)}${shown(3 * node).padStart(11)}` +
      `${(ours / larger).toFixed(2).padStart(16)}${ours <= larger ? '' : '   more than the larger'}`,
  );
}
rmSync(folder, { recursive: true });

function nimbusRun(from: string, out: string): Command {
  const words = [door, 'run', from, '-o', out, '-q', '-j', '2'];
  return { name: 'nimbus run', program: process.execPath, words, code: 0 };
}

function shown(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`.padStart(8);
}
