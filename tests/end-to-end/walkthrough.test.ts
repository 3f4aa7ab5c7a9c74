import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contents, nimbus, root } from '../cli/command.ts';
import { installed } from '../contract/s3/installed.ts';
import { newFolder } from '../tools/temporary-folder.ts';
import { type DevProcess, startDevProcess, whenDone } from './dev-process.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const PORT = '9000';

/** The lines of the README that use a client of S3, as they stand there. */
const walkthrough = readme
  .split('```')
  .find((block) => block.startsWith('sh\nnimbus dev') || block.startsWith('sh\nnpx nimbus dev'))
  ?.split('\n')
  .slice(1)
  .filter((line) => line !== '') as readonly string[];

describe.skipIf(!installed('aws'))(
  'the walk-through of the README with the AWS command line',
  () => {
    const data = newFolder('walkthrough-data');
    const cwd = newFolder('walkthrough');
    let dev: DevProcess;

    beforeAll(async () => {
      dev = await startDevProcess(data);
    });
    afterAll(() => dev.stop());

    /** One line of a shell, in the folder of the reader and on the port that dev has here. */
    function shell(line: string): string {
      const script = [EXPORT, line.replaceAll(`127.0.0.1:${PORT}`, new URL(dev.url).host)].join(
        '\n',
      );
      const env = { ...process.env, NIMBUS_STORE: data };
      return execFileSync('bash', ['-ec', script], { cwd, env, encoding: 'utf8', stdio: 'pipe' });
    }
    const EXPORT = walkthrough.find((line) => line.startsWith('export')) ?? '';
    const [up = '', down = ''] = walkthrough.filter((line) => line.startsWith('aws'));

    test('starts dev, sets the credentials, copies the examples up, looks, and copies answers down', () => {
      expect(walkthrough).toEqual([
        `npx nimbus dev --port ${PORT} &`,
        EXPORT,
        up,
        'npx nimbus status',
        down,
      ]);
      expect(up).toMatch(/ s3 cp --recursive examples s3:\/\/nimbus-in\/inbox\/$/);
    });

    test('the answers that come back are those of nimbus run', async () => {
      const reference = join(newFolder('walkthrough-run'), 'out');
      nimbus(['run', 'examples', '-o', reference, '-q']);
      execFileSync('cp', ['-r', join(root, 'examples'), join(cwd, 'examples')]);
      shell(up);
      await whenDone(dev.buckets, instancesIn(join(cwd, 'examples')));
      const status = nimbus(['status', '--store', data]).stdout;
      expect(status.split('\n').filter((line) => / done /.test(line)).length).toBeGreaterThan(15);
      shell(down);
      expect(answersIn(join(cwd, 'answers'))).toEqual(
        Object.fromEntries(Object.entries(contents(reference)).filter(([path]) => isAnswer(path))),
      );
    });

    test('a key with a blank, +, % and Chinese is solved as any other', async () => {
      const before = (await whenDone(dev.buckets, 1)).length;
      const path = 'delete-nim/a b+c%20d 删除.in';
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), '1\n2\n1 2\n');
      const put = up
        .replace('--recursive examples', `'${path}'`)
        .replace('/inbox/', `/inbox/${path}`);
      shell(put.replace(/s3:\/\/nimbus-in.*$/, `'s3://nimbus-in/inbox/${path}'`));
      await whenDone(dev.buckets, before + 1);
      shell(down.replace(' answers ', ' odd '));
      const found = Object.entries(answersIn(join(cwd, 'odd'))).filter(([name]) =>
        /删除/.test(name),
      );
      expect(found).toEqual([[path.replace(/in$/, 'out'), 'YES\n']]);
    });
  },
);

function isAnswer(path: string): boolean {
  return path.endsWith('.out');
}

function instancesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(in|jsonl)$/.test(path),
  ).length;
}

/** Answers by their path below the folder `answers` of their job. */
function answersIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contents(folder)).map(([path, text]) => [
      path.replace(/^[^/]+\/answers\//, ''),
      text,
    ]),
  );
}
