// The time of `nimbus solve` on a tiny file against `node -e 0`: in the checkout and, where
// NIMBUS_INSTALLED names a folder into which the package is installed, from there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { medians, NODE, timeOnce } from './measure.ts';

const folder = mkdtempSync(join(tmpdir(), 'nimbus-start-'));
const input = join(folder, 'tiny.in');
writeFileSync(input, '1\n2\n1 2\n');

const doors = [['checkout', fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url))]];
const installed = process.env['NIMBUS_INSTALLED'];
if (installed !== undefined)
  doors.push(['installed', join(installed, 'node_modules/nimbus/cli/nimbus.mjs')]);

for (const [place, door] of doors) {
  const cache = join(folder, `cache-${place}`);
  process.env['NODE_COMPILE_CACHE'] = cache;
  const solve = {
    name: 'nimbus solve',
    program: process.execPath,
    words: [door as string, 'solve', 'delete-nim', input],
  };
  const first = timeOnce({
    ...solve,
    before: () => rmSync(cache, { recursive: true, force: true }),
  });
  const [warm = 0, node = 0] = medians([solve, NODE], 41);
  console.log(
    `${place}: node -e 0 ${node.toFixed(1)} ms, first ${first.toFixed(1)} ms, ` +
      `warm ${warm.toFixed(1)} ms = ${(warm / node).toFixed(2)} × node -e 0`,
  );
}
