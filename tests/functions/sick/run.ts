import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../../io/results/row.ts';
import { newFolder } from '../../tools/temporary-folder.ts';
import { linesOf, timeless } from '../jobs.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** What `nimbus run` makes of a file where instances fall sick; rows without what differs from run to run. */
export function rowsOfRun(name: string, text: string, timeLimit: string) {
  const cwd = newFolder('sick');
  writeFileSync(join(cwd, name), text);
  const words = ['run', name, '-o', 'out', '--jobs', '1', '--time-limit', timeLimit];
  const node = ['--import', here('plant.ts'), here('command.ts')];
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  spawnSync(process.execPath, [...node, ...words], { cwd, env });
  return linesOf<Row>(readFileSync(join(cwd, 'out/results.jsonl'), 'utf8')).map(timeless);
}
