// `npm run bench [-- NAME WORDS…]`: all measurements one after another, or the one that is named.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ALL = [
  'process-start',
  'published-max',
  'doubling',
  'largest',
  'long-lists',
  'scanner',
  'many-files',
  'plan-many',
  'twenty-files',
  'json-lines',
  'progress',
  'threads',
  'inner-loop',
  'exact-count',
  'large-counts',
  'forecast',
  'time-chart',
  'chunked',
  'cost-model',
  's3-endpoint',
  'engine',
  'bundles',
  'zip-bombs',
  'pipeline',
  'killed-job',
  'simulation',
];
const [name, ...words] = process.argv.slice(2);

for (const script of name === undefined ? ALL : [name]) {
  console.log(`\n== ${script}`);
  const path = fileURLToPath(new URL(`${script}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...words], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
}
