import type { Choice } from '../../core/games/of-path.ts';
import type { Finding } from '../../core/text/errors.ts';
import { linesOf } from '../../io/json-lines.ts';
import { instanceOfLine, LineIds } from '../../io/line-instance.ts';
import { GAME_FLAG } from './choose-game.ts';
import type { Instance } from './instance.ts';

/**
 * The lines of a JSON Lines file as instances; `choice` is the game of lines that name none, or of all
 * lines where --game says it. A file that cannot be read is one instance with that problem.
 */
export function linesAsInstances(
  file: string,
  bytes: Uint8Array | Finding,
  choice: Choice,
): Instance[] {
  const base = { index: 0, file, answer: null, asked: null };
  if ('rule' in bytes) {
    const nothing = { line: null, id: null, source: { bytes: new Uint8Array() }, expect: null };
    return [{ ...base, ...choice, ...nothing, problem: bytes }];
  }
  const ids = new LineIds();
  const instances: Instance[] = [];
  const game = { game: choice.game, isForced: choice.why === GAME_FLAG };
  for (const raw of linesOf(bytes)) {
    const { bytes: text, namesGame, ...line } = instanceOfLine(raw, game);
    const why = namesGame ? 'its line' : choice.why;
    const problem = ids.problemOf(line);
    instances.push({ ...base, ...line, line: raw.line, why, source: { bytes: text }, problem });
  }
  return instances;
}
