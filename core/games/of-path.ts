import { findGame, registry } from './index.ts';

/** A game and how it was found. */
export interface Choice {
  readonly game: string | null;
  readonly why: string;
}

/** The game named by the first word of the file name, or by the nearest folder; null where none is. */
export function gameOfPath(path: string): Choice | null {
  const file = path.lastIndexOf('/') + 1;
  return gameOfName(path.slice(file)) ?? gameOfFolders(path.slice(0, file));
}

/** The game named by the first word of a file name; null where none is. */
export function gameOfName(name: string): Choice | null {
  const [, id] = FIRST_WORD.exec(name) ?? [];
  return id === undefined ? null : { game: findGame(id)?.name ?? null, why: 'its name' };
}

const IDS = registry.flatMap(({ name, judge }) => [name, judge]);
const FIRST_WORD = new RegExp(`^(${IDS.join('|')})(?![a-z0-9])`, 'i');

/** The game named by the nearest of the folders in a path; null where none is. */
export function gameOfFolders(path: string): Choice | null {
  for (const folder of path.toLowerCase().split('/').reverse()) {
    const entry = findGame(folder);
    if (entry !== undefined) return { game: entry.name, why: `the folder ${folder}` };
  }
  return null;
}
