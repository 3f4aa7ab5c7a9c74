import { posix } from 'node:path';
import { findGame, type GameEntry, registry } from '../core/games/index.ts';
import { type Choice, gameOfFolders, gameOfName } from '../core/games/of-path.ts';
import { problemName, readSettings, type Settings, SettingsError } from './settings.ts';

/** Why a game is chosen that the flag names. */
export const GAME_FLAG = '--game';

/** The registered game of that name; throws SettingsError where there is none. */
export function gameNamed(id: string, place: string): GameEntry {
  const entry = findGame(id);
  if (entry !== undefined) return entry;
  const allowed = registry.map(({ name, judge }) => `${name} (${judge})`).join(', ');
  throw new SettingsError(`${place}: unknown-game: found '${id}', allowed ${allowed}`);
}

/**
 * Finds the game of each file: flag, then nimbus.yaml of the nearest folder, then the file's own name
 * or the nearest folder with a game's name, then problem.yaml; else the content has to tell.
 */
export class GameChooser {
  readonly #flag: GameEntry | null;
  readonly #read: ReadText;
  readonly #settings = new Map<string, Settings>();
  readonly #named = new Map<string, Choice | null>();
  readonly #problems = new Map<string, string | null>();
  #last: { readonly top: string; readonly folders: readonly string[] } = { top: '', folders: [] };

  /** @param read the text of a file, null where there is none: of the disk, or of an archive */
  constructor(flag: string | null | undefined, read: ReadText) {
    this.#read = read;
    this.#flag = (flag ?? 'auto') === 'auto' ? null : gameNamed(flag ?? '', GAME_FLAG);
  }

  /** The folders from that of a file up to `top`, nearest first. Files of one folder come one after another. */
  foldersOf(file: string, top: string): readonly string[] {
    const folder = posix.dirname(file);
    if (folder !== this.#last.folders[0] || top !== this.#last.top) {
      this.#last = { top, folders: foldersUpTo(folder, top) };
    }
    return this.#last.folders;
  }

  /** `folders`: the folders from the file's own up to PATH itself; `path`: what names are looked for in. */
  choose(path: string, folders: readonly string[]): Choice {
    if (this.#flag !== null) return { game: this.#flag.name, why: GAME_FLAG };
    return this.#bySettings(folders) ?? this.#byName(path) ?? this.#byProblem(folders) ?? UNKNOWN;
  }

  /** Most files of a folder say nothing of a game, so that its own names decide: they are looked at once. */
  #byName(path: string): Choice | null {
    const file = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, file);
    let known = this.#named.get(folder);
    if (known === undefined) {
      known = gameOfFolders(folder);
      this.#named.set(folder, known);
    }
    return gameOfName(path.slice(file)) ?? known;
  }

  /** The settings of the nearest folder that has a nimbus.yaml with that key. */
  setting<Key extends keyof Settings>(
    key: Key,
    folders: readonly string[],
  ): Settings[Key] | undefined {
    for (const folder of folders) {
      const value = this.#settingsOf(folder)[key];
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #bySettings(folders: readonly string[]): Choice | null {
    const game = this.setting('game', folders);
    if (game === undefined) return null;
    return { game: gameNamed(game, 'nimbus.yaml').name, why: 'nimbus.yaml' };
  }

  #byProblem(folders: readonly string[]): Choice | null {
    for (const folder of folders) {
      const entry = findGame(this.#problem(folder) ?? '');
      if (entry !== undefined) return { game: entry.name, why: 'problem.yaml' };
    }
    return null;
  }

  #settingsOf(folder: string): Settings {
    const known = this.#settings.get(folder);
    if (known !== undefined) return known;
    const path = posix.join(folder, SETTINGS);
    const text = this.#read(path);
    const settings = text === null ? {} : readSettings(path, text);
    this.#settings.set(folder, settings);
    return settings;
  }

  #problem(folder: string): string | null {
    const known = this.#problems.get(folder);
    if (known !== undefined) return known;
    const path = posix.join(folder, PROBLEM);
    const text = this.#read(path);
    const name = text === null ? null : problemName(path, text);
    this.#problems.set(folder, name);
    return name;
  }
}

type ReadText = (path: string) => string | null;

const SETTINGS = 'nimbus.yaml';
const PROBLEM = 'problem.yaml';

/** Whether a file says something about the folder that it stands in. */
export function isAboutFolder(path: string): boolean {
  return [SETTINGS, PROBLEM].includes(posix.basename(path));
}

const UNKNOWN: Choice = { game: null, why: 'its content' };

function foldersUpTo(nearest: string, top: string): readonly string[] {
  const folders = [nearest];
  for (let folder = nearest; folder !== top && posix.dirname(folder) !== folder; ) {
    folder = posix.dirname(folder);
    folders.push(folder);
  }
  return folders;
}
