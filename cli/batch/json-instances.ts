import { accessSync, constants, statSync } from 'node:fs';
import type { Choice } from '../../core/games/of-path.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { GAME_FLAG } from '../../io/choose-game.ts';
import { FileLineIds } from '../../io/file-line-ids.ts';
import { fileLines } from '../../io/file-lines.ts';
import { linesOf } from '../../io/json-lines.ts';
import { instanceOfLine, LineIds } from '../../io/line-instance.ts';
import { contentOrProblem } from './content.ts';
import type { Instance } from './instance.ts';

/** A JSON Lines file: its path on the disk, its name in the results, and the game of lines that name none. */
interface LinesFile {
  readonly path: string;
  readonly file: string;
  /** Of all lines where --game says it. */
  readonly choice: Choice;
}

/**
 * The lines of a JSON Lines file as instances, found one after another in memory that does not grow with
 * the file. One that cannot be read is one instance with that problem.
 */
export function* linesAsInstances(found: LinesFile): Generator<Instance> {
  const { path, file, choice } = found;
  const game = { game: choice.game, isForced: choice.why === GAME_FLAG };
  const base = { index: 0, file, answer: null, asked: null, id: null, expect: null, ...choice };
  if (!isReadAgain(path)) return yield* linesReadOnce(found);
  const ids = new FileLineIds(path, game);
  try {
    for (const each of fileLines(path)) {
      const { line, start, end } = each;
      const source = { path, start, end, isForced: game.isForced };
      yield { ...base, line, source, problem: ids.problemOf(each) };
    }
  } finally {
    ids.close();
  }
}

/** Whether any part of a file can be read, as often as one likes. */
function isReadAgain(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The same of a pipe, or of what cannot be read. */
function linesReadOnce(found: LinesFile): Generator<Instance> {
  return linesOfBytes(found, contentOrProblem(found.path));
}

/** What lines are called that are not those of a file on the disk. */
export type NamedLines = Omit<LinesFile, 'path'> & { readonly warnings?: readonly Warning[] };

/** The same of lines that are in memory; or the one instance of lines that are not to be had. */
export function* linesOfBytes(
  { file, choice, warnings = [] }: NamedLines,
  bytes: Uint8Array | Finding,
): Generator<Instance> {
  const base = { index: 0, file, answer: null, asked: null };
  if ('rule' in bytes) {
    const nothing = { line: null, id: null, source: { bytes: new Uint8Array() }, expect: null };
    yield { ...base, ...choice, ...nothing, problem: bytes };
    return;
  }
  const ids = new LineIds();
  const game = { game: choice.game, isForced: choice.why === GAME_FLAG };
  for (const raw of linesOf(bytes)) {
    const { bytes: text, namesGame, ...line } = instanceOfLine(raw, game);
    const why = namesGame ? 'its line' : choice.why;
    const problem = ids.problemOf(line);
    const about = { why, source: { bytes: text }, problem, warnings };
    yield { ...base, ...line, line: raw.line, ...about };
  }
}
