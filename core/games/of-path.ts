import { findGame, registry } from './index.ts';

/** A game and how it was found. */
export interface Choice {
  readonly game: string | null;
  readonly why: string;
}

/** The game named by the first word of the file name, or by the nearest folder; null where none is. */
export function gameOfPath(path: string): Choice | null {
  const parts = path.toLowerCase().split('/');
  const file = parts.pop() ?? '';
  for (const { name, judge } of registry) {
    if (startsWithWord(file, name) || startsWithWord(file, judge))
      return { game: name, why: 'its name' };
  }
  for (const folder of parts.reverse()) {
    const entry = findGame(folder);
    if (entry !== undefined) return { game: entry.name, why: `the folder ${folder}` };
  }
  return null;
}

function startsWithWord(text: string, word: string): boolean {
  return text.startsWith(word) && !/^[a-z0-9]/.test(text.slice(word.length));
}
