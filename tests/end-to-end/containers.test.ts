import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { jobKeys, rejectedKey } from '../../io/keys.ts';
import type { Row } from '../../io/results/row.ts';
import { startStack } from '../../local/stack.ts';
import { linesOf, textOf, timeless } from '../functions/jobs.ts';
import { tarOf } from '../tools/containers/odd-tar.ts';
import { zipOf } from '../tools/containers/odd-zip.ts';
import { newFolder } from '../tools/temporary-folder.ts';
import { whenDone } from './dev-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = `${root}examples/`;
const entries = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => statSync(examples + path).isFile())
  .sort()
  .map((name) => ({ name, content: readFileSync(examples + name) }));

/** Rows by their place in the batch, without what the name of the batch and the run decide. */
function comparable(rows: readonly Row[], batch: string) {
  return rows.map((row) => {
    const file = row.file.replace(batch, '');
    return { ...timeless(row), file, id: row.id.replace(batch, '') };
  });
}

test('an uploaded zip and an uploaded tar.gz give the answers of nimbus run on the folder', async () => {
  const out = newFolder('out');
  spawnSync(process.execPath, ['cli/nimbus.mjs', 'run', 'examples', '-o', out], { cwd: root });
  const reference = linesOf<Row>(readFileSync(join(out, 'results.jsonl'), 'utf8'));
  const stack = await startStack({ data: newFolder('stack'), spotSeconds: 0, chunkSeconds: 0.01 });
  try {
    const { inbox, out: results } = stack.buckets;
    await inbox.put('inbox/all.zip', zipOf(entries));
    await inbox.put('inbox/all.tar.gz', gzipSync(tarOf(entries)));
    await inbox.put('inbox/bad.zip', zipOf([{ name: '../up.in', content: '0\n' }]));
    for (const job of await whenDone(stack.buckets, 2)) {
      const keys = jobKeys(job);
      const rows = linesOf<Row>((await textOf(results, keys.results)) ?? '');
      const batch = rows[0]?.file.startsWith('all.zip/') ? 'all.zip/' : 'all.tar.gz/';
      expect(comparable(rows, batch)).toEqual(comparable(reference, batch));
      for (const { file, wrote_sha256: hash } of reference) {
        if (hash === null) continue;
        const path = file.replace(/\.in$/, '.out');
        const answer = await textOf(results, keys.answer(batch + path));
        expect(answer, path).toBe(readFileSync(join(out, path), 'utf8'));
      }
    }
    const rejected = await textOf(results, rejectedKey('inbox/bad.zip'));
    expect(JSON.parse(rejected ?? '{}')).toMatchObject({ rule: 'zip/name' });
  } finally {
    await stack.close();
  }
});
