import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A command whose whole process is timed. */
export interface Command {
  readonly name: string;
  readonly program: string;
  readonly words?: readonly string[];
  /** A file for standard input. */
  readonly input?: string;
  readonly cwd?: string;
  /** A run that ends with another exit code is an error: its time would mean nothing. */
  readonly code?: number;
  /** Done before each run, untimed. */
  readonly before?: () => void;
}

/** Milliseconds of one run of a whole process; its output is thrown away. */
export function timeOnce({ program, words = [], input, cwd, before, code }: Command): number {
  before?.();
  const stdin = input === undefined ? ('ignore' as const) : openSync(input, 'r');
  const start = performance.now();
  const { error, status } = spawnSync(program, [...words], {
    cwd,
    stdio: [stdin, 'ignore', 'ignore'],
  });
  const milliseconds = performance.now() - start;
  if (typeof stdin === 'number') closeSync(stdin);
  if (error) throw error;
  if (code !== undefined && status !== code)
    throw new RangeError(
      `${program} ${words.join(' ')}: found exit code ${status}, allowed ${code}`,
    );
  return milliseconds;
}

/** Median milliseconds of each command, run in turn so that a drift of the machine meets all alike. */
export function medians(commands: readonly Command[], runs: number): number[] {
  for (const command of commands) timeOnce(command);
  const times = commands.map(() => [] as number[]);
  for (let run = 0; run < runs; run++) {
    for (const [at, command] of commands.entries()) times[at]?.push(timeOnce(command));
  }
  return times.map(median);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Node with nothing to do: what every figure of ours contains. */
export const NODE: Command = { name: 'node -e 0', program: process.execPath, words: ['-e', '0'] };
