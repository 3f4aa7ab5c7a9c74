import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Warning } from '../../core/text/errors.ts';
import { makeFolder, writeAtomically } from '../../io/atomic-write.ts';
import { sha256 } from '../../io/hash.ts';
import { differing, sameTokens } from '../../io/results/differing.ts';
import type { Delivery, Row } from '../../io/results/row.ts';
import type { TaskOptions } from './task.ts';

interface Place {
  readonly answer: string;
  /** Hash of the answer file that a former run wrote, which may be replaced. */
  readonly formerAnswer: string | null;
  /** Nothing can be there yet: the folder of all answers is new. */
  readonly isNew: boolean;
}

/** The judge's text for a whole file. */
interface Answer {
  readonly text: string;
  readonly sha256: string;
}

type Policy = Pick<TaskOptions, 'overwrite' | 'ownFolder'>;

/**
 * Writes an answer file, but never over a file of the user's: one that is there is replaced only by
 * order, where a former run wrote it, or where it is empty in a folder that holds nothing but answers.
 */
export function deliver(place: Place, { text, sha256: hash }: Answer, policy: Policy): Delivery {
  const there = contentAt(place);
  const isOurs = there !== null && isOwn(place, there, policy);
  if (there === text) return { wrote: isOurs || policy.ownFolder ? hash : null, remark: null };
  if (
    there !== null &&
    policy.overwrite !== 'always' &&
    !(isOurs && policy.overwrite === 'stale')
  ) {
    return {
      wrote: isOurs ? place.formerAnswer : null,
      remark: remarkOn(place.answer, there, text),
    };
  }
  writeAtomically(place.answer, text);
  return { wrote: hash, remark: null };
}

/** Removes the answer of a former run, now that its input has none; that of a file of no cases was empty. */
export function withdraw(place: Place, policy: Policy): void {
  const isKnown = place.formerAnswer !== null || policy.ownFolder;
  const there = isKnown && existsSync(place.answer) ? contentAt(place) : null;
  if (there !== null && policy.overwrite !== 'never' && isOwn(place, there, policy))
    rmSync(place.answer);
}

function isOwn({ formerAnswer }: Place, there: string, { ownFolder }: Policy): boolean {
  return formerAnswer === sha256(there) || (ownFolder && there === '');
}

/** A folder that was just made has nothing in it to ask for. */
function contentAt({ answer: path, isNew }: Place): string | null {
  if (makeFolder(dirname(path)) || isNew || !existsSync(path)) return null;
  return readFileSync(path, 'utf8');
}

function remarkOn(path: string, there: string, answer: string): Warning {
  if (sameTokens(there, answer)) {
    const message = 'an answer that was there has other white space, and was kept';
    return { rule: 'answer/white-space', message };
  }
  return differing(`${path} holds`, there, answer, ', and was kept');
}

/** One that is there and is no sidecar of ours is left alone. */
export function writeSidecar(answer: string, rows: readonly Row[]): void {
  const path = `${answer.replace(/\.[^./\\]*$/, '')}.result.json`;
  if (existsSync(path) && !readFileSync(path, 'utf8').startsWith('[{"id":')) return;
  writeAtomically(path, `${JSON.stringify(rows)}\n`);
}
