import { findGame } from '../../core/games/index.ts';
import type { Row } from './rows.ts';

/** The answers of all instances in their order, as the judge would print them one after another. */
export async function printedAnswers(rows: readonly Row[]): Promise<string> {
  let text = '';
  for (const [index, { game, answer, answer_sha256, case: number, file, line }] of rows.entries()) {
    if (answer_sha256 === null) continue;
    const next = rows[index + 1];
    const goes =
      next !== undefined && next.case > number && next.file === file && next.line === line;
    text += `${answer ?? ''}${goes ? await separatorOf(game) : '\n'}`;
  }
  return text;
}

async function separatorOf(game: string | null): Promise<string> {
  return (await findGame(game ?? '')?.load())?.game.codec.separator ?? '\n';
}
