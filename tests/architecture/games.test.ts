import { describe, expect, test } from 'vitest';
import { registry } from '../../core/games/index.ts';
import { proofs } from '../../core/games/proofs.ts';
import { largest } from '../../core/text/limit.ts';
import { subjects } from '../conformance/games.ts';
import { filesUnder, foldersIn, read } from './sources.ts';

const FILES = [
  'README.md',
  'codec.ts',
  'generate.ts',
  'index.ts',
  'oracle.ts',
  'plan.ts',
  'rules.ts',
  'solve.ts',
];
const HEADINGS = [
  'Rules as solved',
  'Grammar',
  'Example',
  'Limits',
  'Theorem and domain',
  'Cost',
  'Chunks',
  'Known deviations of published answers',
  'Sources',
];
const names = registry.map(({ name }) => name);

test('folders, registry, proofs, fixtures and the table of games name the same games', () => {
  const rows = [...read('core/README.md').matchAll(/^\| \[([a-z-]+)\]\(games\//gm)].map(
    (row) => row[1],
  );
  expect(rows).toEqual(names);
  expect(Object.keys(proofs)).toEqual(names);
  expect(foldersIn('core/games').sort()).toEqual([...names].sort());
  expect(foldersIn('tests/fixtures').sort()).toEqual([...names].sort());
  expect(foldersIn('tests/wrong').sort()).toEqual([...names].sort());
});

/** What a game needs beside these eight. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  // Exact counts.
  'black-white-pairs': ['asking.ts', 'exact.ts'],
  // A table that threads and functions fill together, by a kernel in WebAssembly; exact counts and
  // histograms; a chart of its times.
  'dag-subgraph-count': [
    'asking.ts',
    'assembly',
    'calibration.ts',
    'cut.ts',
    'histogram.ts',
    'kernel.ts',
    'kernel.wasm.ts',
    'kinds.ts',
    'moduli.ts',
    'shares.ts',
    'table.ts',
    'times.svg',
    'work.ts',
  ],
};

test.each(names)('%s has the same eight files as every game', (name) => {
  const files = filesUnder(`core/games/${name}`).map(
    (path) => path.slice(`core/games/${name}/`.length).split('/')[0] as string,
  );
  expect([...new Set(files)].sort()).toEqual([...FILES, ...(FURTHER[name] ?? [])].sort());
});

test.each(registry)('$name is registered under the names that it bears', ({ name, judge }) => {
  const game = subjects.find((subject) => subject.name === name)?.game;
  expect([game?.name, game?.judge]).toEqual([name, judge]);
});

describe.each(names)('README of %s', (name) => {
  const text = read(`core/games/${name}/README.md`);

  test('has the same sections as every game', () => {
    expect([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual(HEADINGS);
  });

  test('states the limits that the parser checks', () => {
    const game = subjects.find((subject) => subject.name === name)?.game;
    const section = text.split('## Limits')[1]?.split('\n## ')[0] ?? '';
    const rows = [...section.matchAll(/^\| (.+) \|$/gm)].map((row) =>
      (row[1] as string).split('|').map((cell) => cell.trim()),
    );
    const stated = rows
      .filter(([symbol]) => !/^-+:?$|^symbol$/.test(symbol as string))
      .map(([symbol, , from, published, to]) => [symbol, from, published, to]);
    const checked = Object.values(game?.limits ?? {}).map((limit) => [
      limit.symbol,
      `${limit.min}`,
      limit.published === undefined ? '' : `${limit.published}`,
      largest(limit),
    ]);
    expect(stated).toEqual(checked);
  });
});

test.each(names)('solve.ts of %s opens with its five lines', (name) => {
  const header = read(`core/games/${name}/solve.ts`);
  expect(header).toMatch(
    /^\/\*\*\n \* Rules: {4}.+\n \* Theorem: {2}.+\n \* Source: {3}.+\n \* Cost: {5}.+\n \* Verified: .+\n \*\/\n/,
  );
});
