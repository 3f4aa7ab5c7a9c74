import { echo } from '../../core/text/echo.ts';
import type { Warning } from '../../core/text/errors.ts';

/** Rule of the warning that an answer is not the one that is there or that was expected. */
export const DIFFERS = 'answer/differs';

/** Whether a row carries that warning. */
export function differs({ warnings }: { readonly warnings: readonly Warning[] }): boolean {
  return warnings.some(({ rule }) => rule === DIFFERS);
}

/** That an answer differs from another text, with the first line in which it does. */
export function differing(what: string, there: string, answer: string, then = ''): Warning {
  const theirs = there.trim().split('\n');
  const ours = answer.trim().split('\n');
  const found = ours.findIndex((line, index) => !sameTokens(line, theirs[index] ?? ''));
  // Where all of ours are the same, theirs go on behind them.
  const at = found < 0 ? ours.length : found;
  const where = at === 0 ? '' : ` in line ${at + 1}`;
  const [their, our] = [theirs[at], ours[at]].map(shown);
  return { rule: DIFFERS, message: `${what} ${their}${where}, ours is ${our}${then}` };
}

function shown(line: string | undefined): string {
  return line === undefined ? 'nothing' : `'${echo(line)}'`;
}

/** What to say where an answer is not the expected one; null where it is, white space aside. */
export function unlessExpected(expect: string | null, answer: string): Warning | null {
  if (expect === null || sameTokens(expect, answer)) return null;
  return differing('expected is', expect, answer);
}

/** Whether two texts are equal but for white space. */
export function sameTokens(a: string, b: string): boolean {
  return a.trim().split(/\s+/).join(' ') === b.trim().split(/\s+/).join(' ');
}
