// `npm start`: the example batch through the whole pipeline, anew each time, and what to try next.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const OUT = 'nimbus-examples';

rmSync(`${root}${OUT}`, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ['cli/nimbus.mjs', 'run', 'examples', '-o', OUT], {
  cwd: root,
  stdio: 'inherit',
});
console.log(`
Result files: ${OUT}/ has an answer at each input's path, results.jsonl, summary.csv and errors.jsonl.
One example is cut off on purpose: its error stands above, and no other file is harmed.

Try next:
  npx nimbus run examples -o ${OUT}              a second run: all is cached
  npx nimbus solve delete-nim examples/delete-nim/01.in   one file, the judge's bytes
  npx nimbus plan examples                                what would run, and for how long
  npx nimbus games                                        all games and their limits`);
// One example ends in an error by design, so exit code 1 of the run is what is expected here.
process.exitCode = status === 1 ? 0 : status || 70;
