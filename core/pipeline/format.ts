import type { AnyGame } from '../game.ts';
import type { CaseResults } from './manifest.ts';

/**
 * The judge's text for a whole file, with a final LF; null when a case has no answer. A file of no
 * cases has an empty answer.
 */
export function format(game: AnyGame, { answers, errors }: CaseResults): string | null {
  if (errors.size > 0) return null;
  return answers.length === 0 ? '' : `${answers.join(game.codec.separator)}\n`;
}
