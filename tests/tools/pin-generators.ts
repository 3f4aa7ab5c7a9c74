// Writes tests/fixtures/<game>/hash.json anew: run it when a generator changes on purpose.
//   node tests/tools/pin-generators.ts [GAME …]
import { writeFileSync } from 'node:fs';
import { pinned, subjects } from '../conformance/games.ts';

const wanted = process.argv.slice(2);
for (const subject of subjects) {
  if (wanted.length > 0 && !wanted.includes(subject.name)) continue;
  const file = new URL(`../fixtures/${subject.name}/hash.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(pinned(subject), null, 2)}\n`);
}
