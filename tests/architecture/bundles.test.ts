import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { functionBundles } from '../../local/bundles.ts';
import { filesUnder, importsOf } from './sources.ts';

/** What a function may bring along, and why it does. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@aws-sdk/client-s3': 'reads uploads and writes results',
  '@aws-sdk/lib-storage': 'writes results that are too long for one request',
  '@aws-sdk/client-sfn': 'starts the state machine',
  '@aws-sdk/client-sqs': 'announces uploads that nobody heard of',
  '@middy/core': 'the one stack of handlers',
  '@aws-lambda-powertools/logger': 'structured logs',
  '@aws-lambda-powertools/metrics': 'metrics as log lines',
  valibot: 'events and settings that are held to their schema',
  'p-map': 'several requests at a time',
  'hyparquet-writer': 'summaries as Parquet',
  yaml: 'settings inside archives',
  yauzl: 'directories of zips',
  'modern-tar': 'entries of tars',
};

/** What was measured is 1.41 MB where archives are opened, 0.96 to 1.22 MB elsewhere; more would have to have a reason. */
const MOST_BYTES = 1.5e6;

const folder = await functionBundles();
const lists = readdirSync(folder).filter((name) => name.endsWith('.sources'));
const sourcesOf = (list: string) => readFileSync(`${folder}/${list}`, 'utf8').split('\n');
const names = readdirSync(folder).filter((name) => statSync(`${folder}/${name}`).isDirectory());

test('there is a bundle of each function', () => {
  const functions = filesUnder('functions')
    .map((path) => /^functions\/([a-z]+)\.ts$/.exec(path)?.[1])
    .filter((name) => name !== undefined);
  expect(names.sort()).toEqual(functions.sort());
});

/** What the sources of a bundle import of packages. */
function packagesOf(list: string): string[] {
  const rooms = sourcesOf(list).filter((path) => /^(functions|io|core)\//.test(path));
  const used = rooms.flatMap(importsOf).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '');
  const isPackage = (name: string) => !/^(node:|core$|io$|functions$|aws-lambda$)/.test(name);
  return [...new Set(used.filter(isPackage))];
}

test('functions use few packages, each for a reason', () => {
  const packages = new Set(lists.flatMap(packagesOf));
  expect([...packages].sort()).toEqual(Object.keys(PACKAGES).sort());
});

/** ingest has 12, for it looks into archives and solves small jobs to their end; the others have 8 to 10. */
test.each(lists)('%s brings at most twelve packages along', (list) => {
  expect(packagesOf(list).length).toBeLessThanOrEqual(12);
});

test.each(lists)('%s has no oracle and no generator in it', (list) => {
  expect(sourcesOf(list).filter((path) => /\/(oracle|generate|proofs?)\.ts$/.test(path))).toEqual(
    [],
  );
});

test.each(names)('%s is small', (name) => {
  const parts = readdirSync(`${folder}/${name}`).map((part) => `${folder}/${name}/${part}`);
  const bytes = parts.reduce((sum, part) => sum + statSync(part).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test('bundles of the command are ASCII, which Node decodes ten times as fast', () => {
  const dist = `${folder}/..`;
  const bundles = readdirSync(dist).filter((name) => /\.m?js$/.test(name));
  expect(bundles).toEqual(expect.arrayContaining(['quick-solve.mjs', 'quick-run.mjs']));
  const isAscii = (name: string) => readFileSync(`${dist}/${name}`).every((byte) => byte < 0x80);
  expect(bundles.filter((name) => !isAscii(name))).toEqual([]);
});
