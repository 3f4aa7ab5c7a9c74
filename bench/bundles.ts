// Size of each bundled function, and the time that Node takes to import it and set it up, beside that of
// the S3 client alone, which all of them have inside.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { functionBundles } from '../local/bundles.ts';
import { median } from './measure.ts';

const RUNS = 7;
const SETTINGS = {
  NIMBUS_IN: 'in',
  NIMBUS_OUT: 'out',
  NIMBUS_MACHINE: 'arn:aws:states:us-east-1:000000000000:stateMachine:nimbus',
  NIMBUS_QUEUE: 'http://127.0.0.1:1/queue',
  NIMBUS_SPOT_SECONDS: '1',
  NIMBUS_CHUNK_SECONDS: '1',
  POWERTOOLS_METRICS_NAMESPACE: 'Nimbus',
  AWS_REGION: 'us-east-1',
};

const folder = await functionBundles();
const client = fileURLToPath(new URL('../dist/s3-client-alone.mjs', import.meta.url));
await build({
  stdin: { contents: "export * from '@aws-sdk/client-s3';", resolveDir: folder },
  outfile: client,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});
const alone = row('S3 client alone', client);
for (const name of readdirSync(folder).filter((each) => !each.includes('.'))) {
  const { kilobytes, zipped, milliseconds } = row(name, `${folder}/${name}/index.mjs`);
  const ratio = (milliseconds / alone.milliseconds).toFixed(1);
  console.log(
    `${name}: ${kilobytes} KB, ${zipped} KB zipped, import ${milliseconds.toFixed(0)} ms, ${ratio} times the S3 client alone`,
  );
}
console.log(`${alone.name}: ${alone.kilobytes} KB, import ${alone.milliseconds.toFixed(0)} ms`);
rmSync(client);

function row(name: string, path: string) {
  const bytes = readFileSync(path);
  const milliseconds = median(Array.from({ length: RUNS }, () => importTime(path)));
  const kilobytes = Math.round(bytes.length / 1024);
  return { name, kilobytes, zipped: Math.round(gzipSync(bytes).length / 1024), milliseconds };
}

/** In a process of its own, less what Node itself takes. */
function importTime(path: string): number {
  const script = `const start = performance.now(); await import(${JSON.stringify(path)}); console.log(performance.now() - start);`;
  const words = ['--input-type=module', '-e', script];
  const { stdout } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { ...process.env, ...SETTINGS },
  });
  return Number(stdout);
}
