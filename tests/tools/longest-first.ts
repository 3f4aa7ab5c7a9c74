import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute and more, the longest first. */
const LONG = [
  'functions/careful',
  'functions/kills',
  'cli/submit',
  'end-to-end/package',
  'cli/job-control',
  'cli/fetch',
  'cli/containers',
  'cli/run',
  'contract/s3/radosgw',
  'contract/s3/clients',
  'cli/interrupted',
  'end-to-end/pipeline',
].map((name) => `/tests/${name}.test.ts`);

/**
 * Begins with the files that take longest, so that at the end no core waits for another. By itself vitest
 * goes by what files took the last time, and a fresh checkout has no last time.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

function place({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(name));
  return at < 0 ? LONG.length : at;
}
