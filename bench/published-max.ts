// Each game at its published limits: `nimbus solve` less `node -e 0` against the published program.
//   npm run bench -- published-max [GAME …]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '../core/games/index.ts';
import { installedDoor } from './installed.ts';
import { medians, NODE } from './measure.ts';
import { compilePublished, completeDag, writeGenerated } from './published.ts';
import { temporaryFolder } from './temporary-folder.ts';

const RUNS = 7;
const published = compilePublished();
const folder = temporaryFolder('max');
const door = installedDoor();
const wanted = process.argv.slice(2);

const EXTRA: Readonly<Record<string, { name: string; text: string }>> = {
  'grid-geography': {
    name: '100 × 100 open',
    text: `100 100\n${`${'.'.repeat(100)}\n`.repeat(100)}`,
  },
  'dag-subgraph-count': { name: 'complete n = 15', text: completeDag(15, 0) },
};

console.log('game                 instance            ours    published   ours / published');
for (const { name } of registry) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const [instance, input] of await inputsOf(name)) {
    const program = published.get(name) as string;
    const solve = {
      name: 'nimbus solve',
      program: process.execPath,
      words: [door, 'solve', name, input],
    };
    const [whole = 0, node = 0, theirs = 0] = medians(
      [solve, NODE, { name: 'published', program, input }],
      RUNS,
    );
    const ours = whole - node;
    console.log(
      `${name.padEnd(21)}${instance.padEnd(18)}${`${ours.toFixed(0)} ms`.padStart(7)}` +
        `${`${theirs.toFixed(0)} ms`.padStart(12)}${(ours / theirs).toFixed(2).padStart(12)}` +
        `${ours <= 1.5 * theirs + 25 ? '' : '   more than 1.5 × published + 25 ms'}`,
    );
  }
}

/** published-max, and the shapes that the documentation speaks of. */
async function inputsOf(game: string): Promise<readonly (readonly [string, string])[]> {
  const path = join(folder, `${game}.in`);
  await writeGenerated(game, 'published-max', 1, path);
  const extra = EXTRA[game];
  if (extra === undefined) return [['published-max', path]];
  const other = join(folder, `${game}-extra.in`);
  writeFileSync(other, extra.text);
  return [
    ['published-max', path],
    [extra.name, other],
  ];
}
