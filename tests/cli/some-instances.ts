import type { Instance } from '../../cli/batch/instance.ts';

/** Empty instances of those names. */
export function instancesNamed(...files: readonly string[]): Instance[] {
  const nothing = { line: null, id: null, answer: null, expect: null, asked: null, problem: null };
  return files.map((file, index) => {
    const source = { bytes: new Uint8Array() };
    return { index, file, game: 'delete-nim', why: 'its name', source, ...nothing };
  });
}
