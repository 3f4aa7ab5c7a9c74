import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contents, type Files, folderWith, nimbus, rowsIn } from './command.ts';

const text = {
  'colored-token-split': '3 3\n1 2 1\n1 3 2\n2 3 1\n4\n1 2 3 3\n',
  'two-tokens-on-dag': '2 1 2\n2 1\n2 2\n',
  'election-promises': '4 2\n2 1 1 5\n1 2\n3 4\n',
  'corner-geography': '2\n3\n0\n',
  'black-white-pairs': '10 4 2\n',
  'delete-nim': '2\n4\n1 2 1 3\n6\n1 1 1 1 1 1\n',
  'even-split-heaps': '2 3\n1 1\n1 5\n',
  'sliding-geography': '1 6\nXO.OXO\n1\n1 2\n1 1\n',
  'grid-geography': '3 3\n.##\n...\n#.#\n',
  'coin-progressions': '1\n4 2\n0 1 1 0\n',
  'dag-subgraph-count': '4 2\n1 3\n2 4\n',
} as const;
type Name = keyof typeof text;
const names = Object.keys(text) as Name[];

/** Thirty files that a judge would take, and the one warning that each deserves. */
const good: readonly (readonly [string, Name, string, string | null])[] = [
  ...names.map((name) => ['plain', name, text[name], null] as const),
  ...names.map((name) => ['crlf', name, text[name].replaceAll('\n', '\r\n'), 'text/crlf'] as const),
  ...names.slice(0, 4).map((name) => ['bom', name, `\ufeff${text[name]}`, 'text/bom'] as const),
  ['no-final-newline', 'delete-nim', text['delete-nim'].slice(0, -1), 'text/no-final-newline'],
  [
    'no-final-newline',
    'grid-geography',
    text['grid-geography'].slice(0, -1),
    'text/no-final-newline',
  ],
  [
    'trailing-blanks',
    'grid-geography',
    text['grid-geography'].replaceAll('\n', '  \n'),
    'text/trailing-blanks',
  ],
  [
    'trailing-blanks',
    'delete-nim',
    text['delete-nim'].replaceAll('\n', ' \n'),
    'text/trailing-blanks',
  ],
];

/** Thirty files that are wrong, and the rule that each breaks. */
const bad: readonly (readonly [string, Name, string | Uint8Array, string])[] = [
  ...(
    [
      'colored-token-split',
      'two-tokens-on-dag',
      'election-promises',
      'delete-nim',
      'sliding-geography',
      'dag-subgraph-count',
    ] as const
  ).map(
    (name) =>
      [
        'cut-off',
        name,
        text[name].slice(0, text[name].trimEnd().lastIndexOf('\n') + 1),
        'unexpected-end',
      ] as const,
  ),
  ['cut-off', 'grid-geography', '3 3\n.##\n...\n', 'unexpected-end'],
  ['cut-off', 'coin-progressions', '1\n4 2\n0 1 1\n', 'unexpected-end'],
  ...names
    .slice(0, 6)
    .map((name) => ['wrong-token', name, `x${text[name]}`, 'number/malformed'] as const),
  ['fraction', 'delete-nim', '1\n2\n1.5 2\n', 'number/malformed'],
  ['range', 'dag-subgraph-count', '4 1\n1 5\n', 'number/out-of-range'],
  ['range', 'delete-nim', '1\n2\n0 2\n', 'number/out-of-range'],
  ['range', 'coin-progressions', '1\n2 0\n0 1\n', 'number/out-of-range'],
  ['cycle', 'colored-token-split', '2 2\n1 2 1\n2 1 1\n0\n', 'graph/cycle'],
  ['cycle', 'election-promises', '2 2\n1 1\n1 2\n2 1\n', 'graph/cycle'],
  ['cycle', 'two-tokens-on-dag', '2 2 1\n1 2\n2 1\n1\n', 'graph/cycle'],
  [
    'binary',
    'delete-nim',
    Uint8Array.from({ length: 300 }, (_, at) => (at * 89 + 127) & 255),
    'encoding/control-character',
  ],
  ['nul', 'delete-nim', '1\n2\n1 \u00002\n', 'encoding/nul'],
  [
    'utf-16',
    'delete-nim',
    new Uint8Array(Buffer.from(`\ufeff${text['delete-nim']}`, 'utf16le')),
    'encoding/utf-16',
  ],
  [
    'utf-16-bare',
    'delete-nim',
    new Uint8Array(Buffer.from(text['delete-nim'], 'utf16le')),
    'encoding/utf-16',
  ],
  ['cell', 'grid-geography', '2 2\n..\n.x\n', 'board/character'],
  ['short-row', 'sliding-geography', '1 6\nXO.OX\n0\n', 'board/row-length'],
  ['empty', 'colored-token-split', '', 'empty'],
  ['empty', 'black-white-pairs', ' \n\n', 'empty'],
  ['empty', 'dag-subgraph-count', '', 'empty'],
];

function filesOf(
  entries: readonly (readonly [string, Name, string | Uint8Array, string | null])[],
): Files {
  return Object.fromEntries(
    entries.map(([kind, name, content]) => [`in/${name}/${kind}.in`, content]),
  );
}

test('of 30 good files and 30 bad ones, 30 are answered with their one warning and 30 named as errors', () => {
  expect([good.length, bad.length]).toEqual([30, 30]);
  expect(Object.keys({ ...filesOf(good), ...filesOf(bad) })).toHaveLength(60);
  const cwd = folderWith({ ...filesOf(good), ...filesOf(bad) });
  const { code } = nimbus(['run', 'in', '-o', 'out'], { cwd });
  expect(code).toBe(1);

  const answers = Object.keys(contents(join(cwd, 'out'))).filter((path) => path.endsWith('.out'));
  expect(answers.sort()).toEqual(good.map(([kind, name]) => `${name}/${kind}.out`).sort());

  const rows = rowsIn(join(cwd, 'out'));
  const rulesOf = (kind: string, name: string) => {
    const own = rows.filter(({ file }) => file === `${name}/${kind}.in`);
    return {
      errors: own.flatMap(({ error }) => (error === undefined ? [] : [error.rule])),
      warnings: own.flatMap(({ warnings }) => warnings.map(({ rule }) => rule)),
    };
  };
  for (const [kind, name, , warning] of good) {
    const expected = { errors: [], warnings: warning === null ? [] : [warning] };
    expect(rulesOf(kind, name), `${name}/${kind}`).toEqual(expected);
  }
  for (const [kind, name, , rule] of bad) {
    expect(rulesOf(kind, name).errors, `${name}/${kind}`).toEqual([rule]);
  }
});
