import { describeFinding } from '../../core/text/errors.ts';
import { type Row, shownPath } from './row.ts';

/** What errors.jsonl says of a case, with a line end; nothing for a solved one. */
export function errorLine({ id, file, line, case: number, game, error }: Row): string {
  if (error === undefined) return '';
  const { place, ...finding } = error;
  const message = describeFinding(shownPath({ file, line: line ?? null }), error);
  return `${JSON.stringify({ id, file, case: number, game, ...finding, ...place, message })}\n`;
}
