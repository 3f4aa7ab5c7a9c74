import { describeFailure, exitCodeFor } from './failures.ts';
import { solveFile } from './solve.ts';
import { writeError } from './streams.ts';

/** `solve GAME [FILE]` without flags, past the parser of the command line. */
export async function main([, name = '', path]: readonly string[]): Promise<void> {
  try {
    process.exitCode = await solveFile({}, name, path);
  } catch (error) {
    writeError(`${describeFailure(error)}\n`);
    process.exitCode = exitCodeFor(error);
  }
}
