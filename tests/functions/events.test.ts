import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  namesItsJob,
  type Sample,
  sampleFiles,
  sampleFor,
  samples,
  uploadExamples,
} from './manifest.ts';
import { type Invoked, newStack } from './stack.ts';

const functions = readdirSync(new URL('../../functions/', import.meta.url))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, ''));

test('the manifest names every sample event, once, and each of its folder', () => {
  expect(samples.map(({ file }) => file).sort()).toEqual(sampleFiles);
  expect(samples.filter((sample) => !sample.file.startsWith(`${sample.function}/`))).toEqual([]);
});

test('each function has valid and invalid events', () => {
  const kinds = functions.map((name) => [
    name,
    new Set(samples.filter((sample) => sample.function === name).map(({ kind }) => kind)).size,
  ]);
  expect(kinds).toEqual(functions.map((name) => [name, 2]));
});

test('each sample has a title of its own and a page of AWS that it follows', () => {
  expect(new Set(samples.map((sample) => `${sample.function} ${sample.title}`)).size).toBe(
    samples.length,
  );
  const pages = samples.map(({ documentation }) => documentation);
  expect(pages.filter((page) => !page.startsWith('https://docs.aws.amazon.com/'))).toEqual([]);
});

test('the samples name the jobs that nimbus dev gives the examples', () => {
  expect(samples.filter((sample) => !namesItsJob(sample)).map(({ file }) => file)).toEqual([]);
});

const at = (file: string) => samples.find((sample) => sample.file === file) as Sample;

async function replay(sample: Sample): Promise<Invoked> {
  const stack = await newStack(sample.settings);
  await uploadExamples(stack, sample.uploads);
  for (const file of sample.before ?? []) {
    const { error } = await stack.invoke(at(file).function, sampleFor(stack, at(file)));
    expect([file, error]).toEqual([file, null]);
  }
  return stack.invoke(sample.function, sampleFor(stack, sample));
}

describe.each(functions)('%s', (name) => {
  test.each(samples.filter((sample) => sample.function === name))('$title', async (sample) => {
    const { result, error, metrics } = await replay(sample);
    const { error: errorName, message, metrics: counts = {}, ...expected } = sample.expect;
    expect(error?.name ?? null).toBe(errorName ?? null);
    if (message !== undefined) expect(error?.message).toContain(message);
    if ('result' in expected) {
      const wanted =
        expected.result instanceof Object
          ? expect.objectContaining(expected.result)
          : expected.result;
      expect(result).toEqual(wanted);
    }
    expect(metrics).toMatchObject(counts);
  });
});
