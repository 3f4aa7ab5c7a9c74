import { sha256 } from '../hash.ts';
import type { Row } from './row.ts';

/** Between the answers of a file, in the formats of all judges. */
const SEPARATORS = ['\n', ' '];

/** The answer file that these rows are of, as the judge has it; null where they are not all of its rows. */
export function wholeAnswer(rows: readonly Row[]): string | null {
  const [first] = rows;
  if (first === undefined || first.answer_sha256 === null) return null;
  const answers = rows.map(({ answer }) => answer);
  const texts = SEPARATORS.map((between) => `${answers.join(between)}\n`);
  return texts.find((text) => sha256(text) === first.answer_sha256) ?? null;
}
