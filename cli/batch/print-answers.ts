import { loadGame } from '../../core/games/index.ts';
import { byInstance, type Row } from '../../io/results/row.ts';

/** The answers of all answered instances in their order, as the judge would print them one after another. */
export async function printedAnswers(rows: readonly Row[]): Promise<string> {
  let text = '';
  for (const group of byInstance(rows)) {
    const [{ game, answer_sha256 }] = group as [Row];
    if (answer_sha256 === null || game === null) continue;
    const { separator } = (await loadGame(game)).codec;
    text += `${group.map(({ answer }) => answer).join(separator)}\n`;
  }
  return text;
}
