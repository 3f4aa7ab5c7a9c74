import type { AnyGame } from '../core/game.ts';
import { findGame, registry } from '../core/games/index.ts';
import type { FileResult } from '../core/pipeline/manifest.ts';
import { run } from '../core/pipeline/run.ts';
import { echo } from '../core/text/echo.ts';
import { DISAGREEMENT, describeFinding } from '../core/text/errors.ts';
import { budgetOf } from './budget.ts';
import type { Context } from './context.ts';
import { EXIT, RefusedError } from './failures.ts';
import type { SolveCommandFlags } from './flags.ts';
import { readFileSync } from './quick-files.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus solve GAME [FILE|-]`: one file to standard output, the judge's bytes and nothing else. */
export default async function solve(
  this: Context,
  flags: SolveCommandFlags,
  name: string,
  path?: string,
) {
  this.process.exitCode = await solveFile(flags, name, path);
}

/** Prints the answer and returns the exit code. */
export async function solveFile(
  flags: SolveCommandFlags,
  name: string,
  path = '-',
): Promise<number> {
  const entry = findGame(name);
  if (entry === undefined) {
    const allowed = registry.map((each) => each.name).join(', ');
    throw new RefusedError(`unknown-game: found '${name}', allowed GAME to be one of ${allowed}`);
  }
  const bytes = readInput(path);
  const game = await askedGame((await entry.load()).game, flags);
  const result = run(await onCores(game, flags), bytes, {
    lenient: flags.lenient ?? false,
    budget: budgetOf(flags),
    ...(flags.literal ? { solve: await literally(entry.name) } : {}),
  });
  if (flags.json) writeOut(`${asJson(path, entry.name, result)}\n`);
  else writeOut(result.answer ?? '');
  reportRemarks(path, result);
  if (result.answer !== null) return EXIT.ok;
  const isBug = [...result.errors.values()].some(({ rule }) => rule === DISAGREEMENT);
  return isBug ? EXIT.disagree : EXIT.someFailed;
}

/** Throws UsageError where the game does not offer what the flags ask for. */
async function askedGame(game: AnyGame, flags: SolveCommandFlags): Promise<AnyGame> {
  if (!flags.exact && !flags.histogram && flags.modulus === undefined) return game;
  const { askedGameBy } = await import('./asked-by.ts');
  return askedGameBy(game, flags);
}

function readInput(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new RefusedError(`${path}: cannot be read: ${(error as Error).message}`);
  }
}

/** Only large cases of games with a table take threads; the others do not even load their code. */
async function onCores(game: AnyGame, { jobs }: SolveCommandFlags): Promise<AnyGame> {
  if (game.table === undefined) return game;
  const { onThreads } = await import('./threads/on-threads.ts');
  return onThreads(game, { threads: jobs });
}

/** The brute force is loaded only when it is asked for. */
async function literally(name: string): Promise<(c: unknown) => unknown> {
  const { loadLiteralSolver } = await import('../core/games/proofs.ts');
  return loadLiteralSolver(name);
}

const MOST_MESSAGES = 20;

/** Up to twenty lines on standard error; a file can have as many bad cases as it has lines. */
function reportRemarks(path: string, { errors, caveats, warnings }: FileResult): void {
  const shown = echo(path);
  const lines = warnings.map(({ rule, message }) => `${shown}: warning: ${rule}: ${message}`);
  for (const [index, finding] of errors) {
    if (lines.length >= MOST_MESSAGES) break;
    const place = finding.place === null ? `${shown}#${index + 1}` : shown;
    lines.push(describeFinding(place, finding));
    if (finding.hint !== undefined) lines.push(`  hint: ${finding.hint}`);
  }
  for (const [index, { rule, message }] of caveats) {
    if (lines.length >= MOST_MESSAGES) break;
    lines.push(`${shown}#${index + 1}: warning: ${rule}: ${message}`);
  }
  const more = warnings.length + errors.size + caveats.size - MOST_MESSAGES;
  if (more > 0) lines.push(`and about ${more} more`);
  writeError(lines.map((line) => `${line}\n`).join(''));
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
