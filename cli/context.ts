import type { CommandContext } from '@stricli/core';

/** What a verb gets from the command line parser: it sets the exit code here. */
export interface Context extends CommandContext {
  readonly process: CommandContext['process'] & { exitCode?: number | string | null };
}
