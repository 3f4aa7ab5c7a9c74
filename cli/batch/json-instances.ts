import { findGame } from '../../core/games/index.ts';
import type { Choice } from '../../core/games/of-path.ts';
import type { Finding } from '../../core/text/errors.ts';
import { readJsonLines } from '../../io/json-lines.ts';
import { GAME_FLAG } from './choose-game.ts';
import type { Instance } from './instance.ts';

/**
 * The lines of a JSON Lines file as instances; `choice` is the game of lines that name none, or of all
 * lines where --game says it.
 */
export function linesAsInstances(
  file: string,
  bytes: Uint8Array | Finding,
  choice: Choice,
): Instance[] {
  if ('rule' in bytes) return [broken(file, null, choice, bytes)];
  const seen = new Set<string>();
  const forced = choice.why === GAME_FLAG;
  const instances: Instance[] = [];
  for (const parsed of readJsonLines(bytes)) {
    const { line } = parsed;
    const base = { index: 0, file, line, answer: null };
    if ('problem' in parsed) {
      instances.push(broken(file, line, choice, parsed.problem));
      continue;
    }
    const { text, expect = null, game } = parsed.instance;
    const id = String(parsed.instance.id ?? line);
    const named =
      game === undefined || forced
        ? choice
        : { game: findGame(game)?.name ?? game, why: 'its line' };
    const source = { bytes: new TextEncoder().encode(text) };
    const problem = lineProblem(id, seen, forced ? undefined : game);
    instances.push({ ...base, ...named, id, source, expect, problem });
    seen.add(id);
  }
  return instances;
}

/** A line, or a whole file, that is of no use. */
function broken(file: string, line: number | null, choice: Choice, problem: Finding): Instance {
  const nothing = { source: { bytes: new Uint8Array() }, answer: null, expect: null };
  return {
    index: 0,
    file,
    line,
    id: line === null ? null : `${line}`,
    ...choice,
    ...nothing,
    problem,
  };
}

function lineProblem(
  id: string,
  seen: ReadonlySet<string>,
  game: string | undefined,
): Finding | null {
  if (seen.has(id)) {
    const found = `the id '${id}' a second time`;
    return {
      rule: 'json-lines/repeated-id',
      place: null,
      found,
      allowed: 'each id once in a file',
    };
  }
  if (game === undefined || findGame(game) !== undefined) return null;
  const allowed = 'a name or judge id that nimbus games lists';
  return { rule: 'unknown-game', place: null, found: `'${game}'`, allowed };
}
