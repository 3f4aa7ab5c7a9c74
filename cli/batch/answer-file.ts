import { existsSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Warning } from '../../core/text/errors.ts';
import { makeFolder, writeAtomically } from '../../io/atomic-write.ts';
import { sha256 } from '../../io/hash.ts';
import { differing, sameTokens } from '../../io/results/differing.ts';
import { type Delivery, NOTHING_DELIVERED, type Row } from '../../io/results/row.ts';
import { isOfSystem } from '../../io/system-error.ts';
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

/**
 * Removes the answer of a former run, now that its input has none; that of a file of no cases was empty. What
 * stays there is still ours, and is told to be out of date where it cannot be removed.
 */
export function withdraw(place: Place, policy: Policy): Delivery {
  const { answer, formerAnswer } = place;
  const isKnown = formerAnswer !== null || policy.ownFolder;
  try {
    const there = isKnown && existsSync(answer) ? contentAt(place) : null;
    if (there === null || !isOwn(place, there, policy)) return NOTHING_DELIVERED;
    if (policy.overwrite === 'never') return { wrote: formerAnswer, remark: null };
    rmSync(answer);
    return NOTHING_DELIVERED;
  } catch (error) {
    // What cannot be read, such as a folder, is none of ours.
    if (formerAnswer === null || error instanceof NoFileError) return NOTHING_DELIVERED;
    const { message } = unwritten(error);
    return { wrote: formerAnswer, remark: { rule: 'answer/outdated', message } };
  }
}

/** What the system says of a place that cannot be written or read; anything else is a bug. */
export function unwritten(error: unknown): Error {
  if (!isOfSystem(error)) throw error;
  return error;
}

function isOwn({ formerAnswer }: Place, there: string, { ownFolder }: Policy): boolean {
  return formerAnswer === sha256(there) || (ownFolder && there === '');
}

/**
 * Null where nothing is; a folder that was just made has nothing in it to ask for. A link is followed, and
 * one that leads nowhere is an error as well, for it is the user's.
 */
function contentAt({ answer: path, isNew }: Place): string | null {
  if (makeFolder(dirname(path)) || isNew) return null;
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return null;
  // Who opens a pipe waits for somebody to write into it.
  if (!(entry.isSymbolicLink() ? statSync(path) : entry).isFile()) throw new NoFileError(path);
  return readFileSync(path, 'utf8');
}

/** In the place of an answer stands what is no file. Bears the name of a system's call, as its errors do. */
class NoFileError extends Error {
  override readonly name = 'NoFileError';
  readonly syscall = 'lstat';

  constructor(path: string) {
    super(`${path}: a folder, a pipe or a device stands there`);
  }
}

function remarkOn(path: string, there: string, answer: string): Warning {
  if (sameTokens(there, answer)) {
    const message = 'an answer that was there has other white space, and was kept';
    return { rule: 'answer/white-space', message };
  }
  return differing(`${path} holds`, there, answer, ', and was kept');
}

/** Whether a sidecar is asked for that is not there. */
export function lacksSidecar(answer: string | null, { sidecar }: TaskOptions): boolean {
  return sidecar && answer !== null && !existsSync(sidecarOf(answer));
}

function sidecarOf(answer: string): string {
  return `${answer.replace(/\.[^./\\]*$/, '')}.result.json`;
}

/** One that is there and is no sidecar of ours is left alone. */
export function writeSidecar(answer: string, rows: readonly Row[]): void {
  const path = sidecarOf(answer);
  if (existsSync(path) && !readFileSync(path, 'utf8').startsWith('[{"id":')) return;
  writeAtomically(path, `${JSON.stringify(rows)}\n`);
}
