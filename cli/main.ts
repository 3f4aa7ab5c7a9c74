import { buildApplication, help, run, type StricliProcess, text_en, version } from '@stricli/core';
import { VERSION } from '../core/version.ts';
import { commands, VERBS } from './commands.ts';
import { describeFailure, EXIT, exitCodeFor } from './failures.ts';
import { writeError, writeOut } from './streams.ts';

const application = buildApplication(
  commands,
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

/** Runs one command line and sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  // The parser fills in its own code only where a verb has not set one.
  const streams: StricliProcess = {
    stdout: { write: writeOut },
    stderr: { write: writeError },
    env: process.env,
  };
  await run(application, withoutHelpVerb(words), { process: streams });
  const code = Number(streams.exitCode ?? EXIT.ok);
  process.exitCode = code < 0 ? EXIT.usage : code;
}

/** `help VERB` means `VERB --help`, and nothing at all asks for help; other topics are a verb's own. */
function withoutHelpVerb(words: readonly string[]): readonly string[] {
  const [verb, topic] = words;
  if (verb === undefined || (verb === 'help' && topic === undefined)) return ['--help'];
  return verb === 'help' && VERBS.includes(topic as string) ? [topic as string, '--help'] : words;
}
