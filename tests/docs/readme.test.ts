import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, nimbus, root } from '../cli/command.ts';

interface Example {
  readonly command: string;
  readonly output: string;
}

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].map(
  (match) => match[1] as string,
);
const examples = blocks.flatMap(examplesIn);

function examplesIn(block: string): Example[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...output] = text.split('\n');
      return { command, output: output.join('\n') };
    });
}

/** Times differ from run to run; everything else is compared. */
function withoutTimes(text: string): string {
  return text.replace(/\d+(\.\d+)? (ms|s)\b/g, 'TIME');
}

process.env['NIMBUS_STORE'] = newFolder('readme-store');
// A reader tries them one after another, and has none of their folders before.
beforeAll(removeFolders);
afterAll(removeFolders);

function removeFolders(): void {
  for (const name of ['answers', 'fetched'])
    rmSync(join(root, name), { recursive: true, force: true });
}

test('the README has examples', () => {
  expect(examples.length).toBeGreaterThan(4);
});

test.each(examples)('$command prints what the README shows', ({ command, output }) => {
  const [npx, name, ...words] = command.split(' ');
  expect([npx, name]).toEqual(['npx', 'nimbus']);
  const { stdout, stderr } = nimbus(words);
  expect(withoutTimes(stdout === '' ? stderr : stdout)).toBe(withoutTimes(output));
});
