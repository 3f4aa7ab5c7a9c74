import { expect, test } from 'vitest';
import { containerOf } from '../../../io/containers/container.ts';
import { ContainerError } from '../../../io/containers/container-error.ts';
import { DEFAULT_LIMITS } from '../../../io/containers/limits.ts';
import { openArchive } from '../../../io/containers/open.ts';
import { unpack } from '../../../io/containers/packed.ts';
import { bytesSource } from '../../../io/containers/source.ts';
import { unpackEntry } from '../../../io/containers/zip-entry.ts';
import { KINDS, type Kind } from '../../tools/containers/kinds.ts';

const nameOf = ({ id, what }: Kind) => `${id} ${what}`;

/** Nobody asks for bytes that there are not. */
function strict(bytes: Uint8Array) {
  const { size, read } = bytesSource(bytes);
  return {
    size,
    read: (start: number, end: number) => {
      expect(0 <= start && start <= end && end <= size).toBe(true);
      return read(start, end);
    },
  };
}

/** What the library makes of a container: rules that it names, and entries that it unpacks. */
async function judged({ file, bytes }: Kind) {
  const source = strict(bytes());
  try {
    const container = await containerOf(file, source);
    if (container.kind === 'plain') return { refused: null, rules: [], read: [] };
    if (container.kind === 'packed') {
      const content = unpack(container.packing, await source.read(0, source.size));
      return { refused: null, rules: 'rule' in content ? [content.rule] : [], read: [file] };
    }
    const options = { limits: DEFAULT_LIMITS, keep: () => true };
    const archive = await openArchive(container, source, options);
    const contents = archive.entries.map(({ name, zip, problem, bytes: kept, warnings }) => {
      const content =
        problem ??
        (zip === null ? kept : unpackEntry(zip, source.read(zip.start, zip.end) as Buffer));
      return { name, content, rules: warnings.map(({ rule }) => rule) };
    });
    const problems = contents.flatMap(({ content }) =>
      content !== null && 'rule' in content ? [content.rule] : [],
    );
    const warned = [
      ...archive.warnings.map(({ rule }) => rule),
      ...contents.flatMap(({ rules }) => rules),
    ];
    const ignored = archive.ignored.map(({ reason }) => reason);
    const read = contents.filter(({ content }) => content !== null && !('rule' in content));
    return {
      refused: null,
      rules: [...problems, ...warned, ...ignored],
      read: read.map(({ name }) => name),
    };
  } catch (error) {
    if (!(error instanceof ContainerError)) throw error;
    return { refused: error.finding.rule, rules: [], read: [] };
  }
}

/** What only whoever chooses the instances can tell. */
const OF_SELECTION = ['B15', 'B25'];

test.each(
  KINDS.filter(({ id }) => !OF_SELECTION.includes(id)).map((kind) => [nameOf(kind), kind] as const),
)('%s', async (_, kind) => {
  const { refused, rules, read } = await judged(kind);
  if (kind.outcome === 'R') {
    expect(refused).toBe(kind.rule);
    return;
  }
  expect(refused).toBeNull();
  // That gzip data has another name is for whoever reads the file to say.
  if (kind.rule !== 'container/name')
    expect(rules).toEqual(kind.rule === null ? [] : expect.arrayContaining([kind.rule]));
  expect(read).toEqual(expect.arrayContaining([...kind.solved]));
});

test('every kind of the group has a file', () => {
  const ids = new Set(KINDS.map(({ id }) => id));
  expect([...ids]).toEqual(Array.from({ length: 25 }, (_, at) => `B${at + 1}`));
});
