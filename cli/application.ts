import {
  buildApplication,
  help,
  type RouteMap,
  run,
  type StricliProcess,
  text_en,
  version,
} from '@stricli/core';
import { VERSION } from '../core/version.ts';
import type { Context } from './context.ts';
import { describeFailure, EXIT, exitCodeFor } from './failures.ts';
import { writeError, writeOut } from './streams.ts';

/** Runs one command line of the given verbs and sets the exit code of the process. */
export async function runCommandLine(
  verbs: RouteMap<Context>,
  words: readonly string[],
): Promise<void> {
  // The parser fills in its own code only where a verb has not set one.
  const streams: StricliProcess = {
    stdout: { write: writeOut },
    stderr: { write: writeError },
    env: process.env,
  };
  await run(applicationOf(verbs), words, { process: streams });
  const code = Number(streams.exitCode ?? EXIT.ok);
  process.exitCode = code < 0 ? EXIT.usage : code;
}

function applicationOf(verbs: RouteMap<Context>) {
  return buildApplication(
    verbs,
    {
      name: 'nimbus',
      scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
      determineExitCode: exitCodeFor,
      localization: { text: { ...text_en, exceptionWhileRunningCommand: describeFailure } },
    },
    {
      help: help({
        brief: 'print help and exit',
        formatting: {
          useAliasInUsageLine: false,
          onlyRequiredInUsageLine: true,
          caseStyle: 'convert-camel-to-kebab',
        },
      }),
      version: version({
        brief: 'print the version and exit',
        alias: false,
        info: { currentVersion: VERSION },
      }),
    },
  );
}
