import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { echo } from '../../core/text/echo.ts';
import type { Warning } from '../../core/text/errors.ts';
import { makeFolder, writeAtomically } from '../../io/atomic-write.ts';
import { sha256 } from './rows.ts';
import type { TaskItem, TaskOptions } from './task.ts';

/** What stands in the place of an answer file now. */
export interface Delivery {
  /** Hash of the file there if nimbus wrote it; null where there is none, or the user's own. */
  readonly wrote: string | null;
  /** What the user should know of a file that was kept. */
  readonly remark: Warning | null;
}

export const NOTHING_DELIVERED: Delivery = { wrote: null, remark: null };

/** Rule of the warning that an answer is not the one that is there or that was expected. */
export const DIFFERS = 'answer/differs';

/** Whether a row carries that warning. */
export function differs({ warnings }: { readonly warnings: readonly Warning[] }): boolean {
  return warnings.some(({ rule }) => rule === DIFFERS);
}

type Place = Pick<TaskItem, 'formerAnswer'> & { readonly answer: string };
type Policy = Pick<TaskOptions, 'overwrite' | 'ownFolder'>;

/**
 * Writes an answer file, but never over a file of the user's: one that is there is replaced only by
 * order, where a former run wrote it, or where it is empty in a folder that holds nothing but answers.
 */
export function deliver(place: Place, answer: string, policy: Policy): Delivery {
  const there = contentAt(place.answer);
  const isOurs = there !== null && isOwn(place, there, policy);
  if (there === answer)
    return { wrote: isOurs || policy.ownFolder ? sha256(answer) : null, remark: null };
  if (
    there !== null &&
    policy.overwrite !== 'always' &&
    !(isOurs && policy.overwrite === 'stale')
  ) {
    return {
      wrote: isOurs ? place.formerAnswer : null,
      remark: remarkOn(place.answer, there, answer),
    };
  }
  writeAtomically(place.answer, answer);
  return { wrote: sha256(answer), remark: null };
}

/** Removes the answer of a former run, now that its input has none. */
export function withdraw(place: Place, policy: Policy): void {
  const there = place.formerAnswer === null ? null : contentAt(place.answer);
  if (there !== null && policy.overwrite !== 'never' && isOwn(place, there, policy))
    rmSync(place.answer);
}

function isOwn({ formerAnswer }: Place, there: string, { ownFolder }: Policy): boolean {
  return formerAnswer === sha256(there) || (ownFolder && there === '');
}

/** A folder that was just made has nothing in it to ask for. */
function contentAt(path: string): string | null {
  if (makeFolder(dirname(path)) || !existsSync(path)) return null;
  return readFileSync(path, 'utf8');
}

function remarkOn(path: string, there: string, answer: string): Warning {
  if (sameTokens(there, answer)) {
    const message = 'an answer that was there has other white space, and was kept';
    return { rule: 'answer/white-space', message };
  }
  return differing(`${path} holds`, there, answer, ', and was kept');
}

/** That an answer differs from another text, with the first line of each. */
export function differing(what: string, there: string, answer: string, then = ''): Warning {
  const [first = ''] = there.trimStart().split('\n');
  const [ours = ''] = answer.split('\n');
  return { rule: DIFFERS, message: `${what} '${echo(first)}', ours is '${echo(ours)}'${then}` };
}

/** Whether two texts are equal but for white space. */
export function sameTokens(a: string, b: string): boolean {
  return a.trim().split(/\s+/).join(' ') === b.trim().split(/\s+/).join(' ');
}
