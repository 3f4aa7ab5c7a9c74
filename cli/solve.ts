import { findGame, registry } from '../core/games/index.ts';
import { DEFAULT_BUDGET } from '../core/pipeline/budget.ts';
import type { FileResult } from '../core/pipeline/manifest.ts';
import { run } from '../core/pipeline/run.ts';
import { describeFinding } from '../core/text/errors.ts';
import type { Context } from './context.ts';
import { EXIT, RefusedError } from './failures.ts';
import type { SolveFlags } from './flags.ts';
import { readFileSync } from './quick-files.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus solve GAME [FILE|-]`: one file to standard output, the judge's bytes and nothing else. */
export default async function solve(this: Context, flags: SolveFlags, name: string, path?: string) {
  this.process.exitCode = await solveFile(flags, name, path);
}

/** Prints the answer and returns the exit code. */
export async function solveFile(flags: SolveFlags, name: string, path = '-'): Promise<number> {
  const entry = findGame(name);
  if (entry === undefined) {
    const allowed = registry.map((each) => each.name).join(', ');
    throw new RefusedError(`unknown-game: found '${name}', allowed GAME to be one of ${allowed}`);
  }
  const bytes = readInput(path);
  const { game } = await entry.load();
  const result = run(game, bytes, {
    lenient: flags.lenient ?? false,
    budget: {
      milliseconds: flags.timeLimit ?? DEFAULT_BUDGET.milliseconds,
      bytes: flags.mem ?? DEFAULT_BUDGET.bytes,
    },
    ...(flags.literal ? { solve: await literally(entry.name) } : {}),
  });
  if (flags.json) writeOut(`${asJson(path, entry.name, result)}\n`);
  else writeOut(result.answer ?? '');
  reportRemarks(path, result);
  return result.answer === null ? EXIT.someFailed : EXIT.ok;
}

function readInput(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new RefusedError(`${path}: cannot be read: ${(error as Error).message}`);
  }
}

/** The brute force is loaded only when it is asked for. */
async function literally(name: string): Promise<(c: unknown) => unknown> {
  const { loadLiteralSolver } = await import('../core/games/proofs.ts');
  return loadLiteralSolver(name);
}

function reportRemarks(path: string, { errors, caveats, warnings }: FileResult): void {
  for (const { rule, message } of warnings) writeError(`${path}: warning: ${rule}: ${message}\n`);
  for (const [index, finding] of errors) {
    const hint = finding.hint === undefined ? '' : `\n  hint: ${finding.hint}`;
    const shown = finding.place === null ? `${path}#${index + 1}` : path;
    writeError(`${describeFinding(shown, finding)}${hint}\n`);
  }
  for (const [index, { rule, message }] of caveats) {
    writeError(`${path}#${index + 1}: warning: ${rule}: ${message}\n`);
  }
}

/** One JSON document: the whole answer, and each case with its answer or its error. */
function asJson(
  path: string,
  game: string,
  { answers, errors, caveats, warnings, answer }: FileResult,
): string {
  const cases = answers.map((text, index) => {
    const error = errors.get(index);
    const caveat = caveats.get(index);
    return { case: index + 1, answer: text, ...(error && { error }), ...(caveat && { caveat }) };
  });
  return JSON.stringify({ v: 1, file: path, game, answer, cases, warnings });
}
