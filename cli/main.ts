import { runCommandLine } from './application.ts';
import { commands, VERBS } from './commands.ts';

/** Runs one command line and sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  await runCommandLine(commands, withoutHelpVerb(words));
}

/** `help VERB` means `VERB --help`, and nothing at all asks for help; other topics are a verb's own. */
function withoutHelpVerb(words: readonly string[]): readonly string[] {
  const [verb, topic] = words;
  if (verb === undefined || (verb === 'help' && topic === undefined)) return ['--help'];
  return verb === 'help' && VERBS.includes(topic as string) ? [topic as string, '--help'] : words;
}
