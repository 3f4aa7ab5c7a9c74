import { echo } from '../../core/text/echo.ts';
import { shapeOf } from '../../io/shapes.ts';
import { counted } from '../numbers.ts';
import type { Ignored } from './instance.ts';
import type { Instances } from './instances.ts';

const ARCHIVE = /^(.*?\.(?:zip|tar|tgz|tzst|gz|zst))\//i;
const ANSWER = 'an answer';

/** Whose layout the files of a run have, a line for each archive and one for the others. */
export function layoutLines(instances: Instances, ignored: readonly Ignored[]): string {
  const batches = new Map<string, string[]>();
  const add = (file: string) => {
    const archive = ARCHIVE.exec(file)?.[1] ?? '';
    const below = archive === '' ? file : file.slice(archive.length + 1);
    const paths = batches.get(archive);
    if (paths === undefined) batches.set(archive, [below]);
    else paths.push(below);
  };
  for (const file of instances.files()) add(file);
  for (const { file, reason } of ignored) if (reason === ANSWER) add(file);
  const lines = [...batches].map(([archive, paths]) => {
    const { name, inputs, pairs } = shapeOf(paths);
    const where = archive === '' ? 'files' : echo(archive);
    return `layout of ${where}: ${name}, ${counted(inputs, 'input')}, ${pairs} with an answer\n`;
  });
  return lines.join('');
}
