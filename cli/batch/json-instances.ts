import { findGame } from '../../core/games/index.ts';
import type { Finding } from '../../core/text/errors.ts';
import { readJsonLines } from '../../io/json-lines.ts';
import { type Choice, GAME_FLAG } from './choose-game.ts';
import type { Instance } from './instance.ts';

/**
 * The lines of a JSON Lines file as instances; `choice` is the game of lines that name none, or of all
 * lines where --game says it.
 */
export function linesAsInstances(
  { file }: { readonly file: string },
  bytes: Uint8Array,
  choice: Choice,
): Instance[] {
  const seen = new Set<string>();
  const forced = choice.why === GAME_FLAG;
  const instances: Instance[] = [];
  for (const parsed of readJsonLines(bytes)) {
    const { line } = parsed;
    const base = { index: 0, file, line, answer: null };
    if ('problem' in parsed) {
      const nothing = { source: { bytes: new Uint8Array() }, id: `${line}`, expect: null };
      instances.push({ ...base, ...choice, ...nothing, problem: parsed.problem });
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
