import type { AnyGame } from '../game.ts';
import type { CaseResult } from './manifest.ts';

/**
 * The judge's text for a whole file, with a final LF; null when a case has no answer. A file of no
 * cases has an empty answer.
 */
export function format(game: AnyGame, results: readonly CaseResult[]): string | null {
  const answers: string[] = [];
  for (const result of results) {
    if (result.status === 'error') return null;
    answers.push(result.answer);
  }
  return answers.length === 0 ? '' : `${answers.join(game.codec.separator)}\n`;
}
