import { expect, test } from 'vitest';
import { importsOf, sources } from './sources.ts';

/** What each room may import, longest prefix first; a room may always import itself. */
const ALLOWED: readonly (readonly [string, readonly string[]])[] = [
  ['core/text/', []],
  ['core/random/', ['core/graph/csr.ts', 'core/text/']],
  ['core/number/', ['core/text/']],
  ['core/graph/', ['core/text/']],
  ['core/theory/', ['core/graph/', 'core/number/', 'core/text/']],
  [
    'core/games/',
    [
      'core/theory/',
      'core/graph/',
      'core/number/',
      'core/random/',
      'core/text/',
      'core/framing.ts',
      'core/game.ts',
      'core/list-file.ts',
      'core/proof.ts',
      'core/table-split.ts',
    ],
  ],
  [
    'core/pipeline/',
    ['core/framing.ts', 'core/game.ts', 'core/games/index.ts', 'core/list-file.ts', 'core/text/'],
  ],
  ['core/', ['core/number/', 'core/random/', 'core/text/']],
  ['io/', ['core/', 'node:']],
  ['functions/', ['core/', 'io/', 'node:']],
  ['local/', ['functions/', 'core/', 'io/', 'infra/job.asl.json', 'node:']],
  ['cli/', ['local/', 'functions/', 'core/', 'io/', 'infra/settings.ts', 'node:']],
  ['infra/', ['node:']],
];
const PACKAGE = /^(?!(core|io|functions|local|infra|cli)\/)/;

test('imports point down', () => {
  const wrong = sources.flatMap((path) =>
    importsOf(path)
      .filter((target) => !isAllowed(path, target))
      .map((target) => `${path} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

function isAllowed(path: string, target: string): boolean {
  const [room, below] = ALLOWED.find(([prefix]) =>
    path.startsWith(prefix),
  ) as (typeof ALLOWED)[number];
  if (target.startsWith(room) || below.some((prefix) => target.startsWith(prefix))) return true;
  return !path.startsWith('core/') && PACKAGE.test(target);
}

test('a game imports no other game, and only its index.ts is imported from outside', () => {
  const wrong = sources.flatMap((path) =>
    importsOf(path)
      .filter(
        (target) => /^core\/games\/[^/]+\//.test(target) && folderOf(target) !== folderOf(path),
      )
      .filter((target) => !target.endsWith('/index.ts') || /^core\/games\/[^/]+\//.test(path))
      .filter((target) => !(path === 'core/games/proofs.ts' && target.endsWith('/generate.ts')))
      .map((target) => `${path} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('an oracle imports its rules and the generic brute force, and rules import no theory', () => {
  const wrong = sources.flatMap((path) =>
    importsOf(path)
      .filter((target) => {
        if (/^core\/games\/[^/]+\/oracle\.ts$/.test(path)) {
          return !target.endsWith('/rules.ts') && !/^core\/theory\/brute-force/.test(target);
        }
        return /^core\/games\/[^/]+\/rules\.ts$/.test(path) && target.startsWith('core/theory/');
      })
      .map((target) => `${path} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('the solver does not know its oracle or its generators', () => {
  const wrong = sources
    .filter(
      (path) =>
        /\/(solve|plan|codec|rules|index)\.ts$/.test(path) && path.startsWith('core/games/'),
    )
    .filter((path) => importsOf(path).some((target) => /\/(oracle|generate)\.ts$/.test(target)));
  expect(wrong).toEqual([]);
});

function folderOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}
