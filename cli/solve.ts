import type { AnyGame } from '../core/game.ts';
import { findGame, registry } from '../core/games/index.ts';
import { AnswerText } from '../core/pipeline/answer-text.ts';
import type { FileResult } from '../core/pipeline/manifest.ts';
import type { CaseResult } from '../core/pipeline/solve-case.ts';
import { Columns } from '../core/pipeline/solve-chunk.ts';
import { solveText, type TextOptions } from '../core/pipeline/solve-text.ts';
import { isOfSystem } from '../io/system-error.ts';
import { budgetOf } from './budget.ts';
import type { Context } from './context.ts';
import { EXIT, RefusedError } from './failures.ts';
import { type OpenText, openText, peeked } from './file-source.ts';
import type { SolveCommandFlags } from './flags.ts';
import type { Unpacked } from './packed-input.ts';
import { Remarks } from './remarks.ts';
import { writeBytes, writeOut } from './streams.ts';

/** `nimbus solve GAME [FILE|-]`: one file to standard output, the judge's bytes and nothing else. */
export default async function solve(
  this: Context,
  flags: SolveCommandFlags,
  name: string,
  path?: string,
) {
  const solver = flags.literal ? literally : null;
  this.process.exitCode = await solveFile(flags, name, path, solver);
}

/** Loads another solver than the published one, by the name of a game. */
type LoadSolver = (name: string) => Promise<(c: unknown) => unknown>;

/** Prints the answer and returns the exit code. */
export async function solveFile(
  flags: SolveCommandFlags,
  name: string,
  path = '-',
  loadSolver: LoadSolver | null = null,
): Promise<number> {
  const entry = findGame(name);
  if (entry === undefined) {
    const allowed = registry.map((each) => each.name).join(', ');
    throw new RefusedError(`unknown-game: found '${name}', allowed GAME to be one of ${allowed}`);
  }
  const game = await askedGame((await entry.load()).game, flags);
  const options = {
    lenient: flags.lenient ?? false,
    budget: budgetOf(flags),
    ...(loadSolver === null ? {} : { solve: await loadSolver(entry.name) }),
  };
  const opened = orRefused(path, () => openText(path));
  try {
    const text = await unpacked(path, opened);
    return solveOpen(
      { game: await onCores(game, flags), path, ...text },
      options,
      flags.json ?? false,
    );
  } finally {
    opened.close();
  }
}

/** The first two bytes of gzip, Zstandard and zip: for others the code for them is not even loaded. */
const MAGIC = [0x1f8b, 0x28b5, 0x504b];

async function unpacked(path: string, opened: OpenText): Promise<Unpacked> {
  const { start, text } = orRefused(path, () => peeked(opened, 2));
  const [first = 0, second = 0] = start;
  if (!MAGIC.includes(first * 256 + second)) return { text, warnings: [] };
  const { unpackedText } = await import('./packed-input.ts');
  return unpackedText(path, text);
}

/** A game and the text of a file of it. */
interface Input extends Unpacked {
  readonly game: AnyGame;
  readonly path: string;
}

function solveOpen(
  { game, path, text, warnings: ofInput }: Input,
  options: TextOptions,
  isJson: boolean,
): number {
  const answers = new AnswerText(game.codec.separator);
  const remarks = new Remarks(path);
  const columns = isJson ? new Columns() : null;
  const take = (result: CaseResult, index: number) => {
    answers.add(result.answer);
    remarks.add(result, index);
    columns?.add(index, result);
  };
  const takeWords = (words: readonly string[], places: Uint8Array) =>
    answers.addWords(words, places);
  const how = columns === null ? { ...options, takeWords } : options;
  const solved = orRefused(path, () => solveText(game, text, how, take));
  const warnings = [...ofInput, ...solved.warnings];
  if (columns === null) for (const piece of answers.pieces()) writeBytes(piece);
  else writeOut(`${asJson(path, game.name, { ...columns, warnings, answer: answers.whole() })}\n`);
  remarks.print(warnings);
  if (answers.isWhole) return EXIT.ok;
  return remarks.isBug ? EXIT.disagree : EXIT.someFailed;
}

/** Throws UsageError where the game does not offer what the flags ask for. */
async function askedGame(game: AnyGame, flags: SolveCommandFlags): Promise<AnyGame> {
  if (!flags.exact && !flags.histogram && flags.modulus === undefined) return game;
  const { askedGameBy } = await import('./asked-by.ts');
  return askedGameBy(game, flags);
}

/** What cannot be read is refused. */
function orRefused<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new RefusedError(`${path}: cannot be read: ${error.message}`);
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
