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
  await run(applicationOf(verbs), detached(words), { process: streams });
  const code = Number(streams.exitCode ?? EXIT.ok);
  process.exitCode = code < 0 ? EXIT.usage : code;
}

/** Short flags with a value, which may stand in the same word, as in `-j4`; the parser takes that word for a PATH. */
const WITH_VALUE = /^(-[gjo])(.+)$/s;

function detached(words: readonly string[]): readonly string[] {
  const stop = words.indexOf('--');
  const flags = stop < 0 ? words : words.slice(0, stop);
  const rest = stop < 0 ? [] : words.slice(stop);
  return [...flags.flatMap((word) => WITH_VALUE.exec(word)?.slice(1) ?? [word]), ...rest];
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
