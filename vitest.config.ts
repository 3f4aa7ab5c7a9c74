import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/tools/longest-first.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/tools/temporary-folder.ts', 'tests/tools/bundles.ts'],
    // One a core, where vitest leaves one core out: half of the time is that of processes tests wait for.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // Against what never ends: of what does, none takes a minute even beside others.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
