import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../../core/pipeline/run.ts';
import { bytesOf, subjects } from './games.ts';

test.each(subjects)('the example in the README of $name is true', ({ name, game }) => {
  const readme = readFileSync(
    new URL(`../../core/games/${name}/README.md`, import.meta.url),
    'utf8',
  );
  const section = readme.split('## Example')[1]?.split('\n## ')[0] ?? '';
  const [input, output] = [...section.matchAll(/```\n([\s\S]*?)```/g)].map(
    (match) => match[1] as string,
  );
  expect(run(game, bytesOf(input as string)).answer).toBe(output);
});
