import type { Asked } from '../core/game.ts';
import { findGame } from '../core/games/index.ts';
import { echo } from '../core/text/echo.ts';
import type { Finding } from '../core/text/errors.ts';
import { type JsonInstance, type RawLine, readInstance } from './json-lines.ts';

/** One line of a JSON Lines file as an instance. */
export interface LineInstance {
  /** As the line says it, else its number. */
  readonly id: string;
  /** Name of the game, the line's own word where there is no such game, or null where only the content can tell. */
  readonly game: string | null;
  /** Whether the line itself names the game. */
  readonly namesGame: boolean;
  readonly bytes: Uint8Array;
  /** The answer that the user expects. */
  readonly expect: string | null;
  /** What the line itself asks for; null where it says nothing of it. */
  readonly asked: Asked | null;
  readonly problem: Finding | null;
}

/** The game of lines that name none, or of all lines, where the user says so. */
export interface GameOfLines {
  readonly game: string | null;
  readonly isForced: boolean;
}

const encoder = new TextEncoder();

/** The instance in a line; what is wrong with it is its problem, and no other line's. */
export function instanceOfLine(
  { bytes, line }: Pick<RawLine, 'bytes' | 'line'>,
  { game, isForced }: GameOfLines,
): LineInstance {
  const parsed = readInstance(bytes, line);
  if ('problem' in parsed) {
    const nothing = { bytes: new Uint8Array(), expect: null, asked: null, namesGame: false };
    return { id: `${line}`, game, ...nothing, problem: parsed.problem };
  }
  const { text, expect = null, id = line, game: own } = parsed.instance;
  const namesGame = own !== undefined && !isForced;
  const entry = namesGame ? findGame(own) : undefined;
  return {
    id: `${id}`,
    game: namesGame ? (entry?.name ?? own) : game,
    namesGame,
    bytes: encoder.encode(text),
    expect,
    asked: askedIn(parsed.instance),
    problem: namesGame && entry === undefined ? unknownGame(own) : null,
  };
}

function askedIn({ exact, modulus, histogram }: JsonInstance): Asked | null {
  if (exact === undefined && modulus === undefined && histogram === undefined) return null;
  return { exact: exact ?? false, modulus: modulus ?? null, histogram: histogram ?? false };
}

/** The problem of an instance whose game is none. */
export function unknownGame(game: string): Finding {
  const allowed = 'a name or judge id that nimbus games lists';
  return { rule: 'unknown-game', place: null, found: `'${echo(game)}'`, allowed };
}

/** The ids of the lines of one file. Each is of one sound line; a line with a problem has none. */
export class LineIds {
  readonly #taken = new Set<string>();

  /** What is wrong with a line in the light of those before it, or by itself; call it in their order. */
  problemOf({ id, problem }: Pick<LineInstance, 'id' | 'problem'>): Finding | null {
    if (problem !== null) return problem;
    if (this.#taken.has(id)) return repeatedId(id);
    this.#taken.add(id);
    return null;
  }
}

/** What is wrong with a line whose id an earlier one has. */
export function repeatedId(id: string): Finding {
  const found = `the id '${echo(id)}' a second time`;
  const allowed = 'each id once in a file';
  return { rule: 'json-lines/repeated-id', place: null, found, allowed };
}
