import { buildRouteMap } from '@stricli/core';
import { runCommandLine } from './application.ts';
import type { Context } from './context.ts';
import { run } from './run-command.ts';

const verbs = buildRouteMap<'run', Context>({ routes: { run }, docs: { brief: '' } });

/** `run …`, without the other verbs and what they need. */
export async function main(words: readonly string[]): Promise<void> {
  await runCommandLine(verbs, words);
}
