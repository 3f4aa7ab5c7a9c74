import type { ObjectHead } from '../../io/stores/object-store.ts';

/** Why an upload as a whole is refused. */
export interface Refusal {
  readonly rule: string;
  readonly found: string;
  readonly allowed: string;
  readonly hint?: string;
}

export const GONE: Refusal = {
  rule: 'input-gone',
  found: 'no object of that key any more',
  allowed: 'an object that stays where it is until its job is done',
};

/** Bytes of an upload that is read as a whole by one function. */
export const LARGEST = 512 * 1024 * 1024;

/** Why an object cannot be a job, whatever is in it; null where it can. */
export function refusalOf({ isArchived }: ObjectHead): Refusal | null {
  if (!isArchived) return null;
  const hint = 'restore it with aws s3api restore-object, then copy it to a new key of the inbox';
  return { rule: 'archived', found: 'an archived object', allowed: 'one that can be read', hint };
}

/** An upload that one function would have to read as a whole. */
export function tooLarge(size: number): Refusal {
  const allowed =
    `${LARGEST} bytes, or any size of one plain file whose game is known by its path or its options, ` +
    'has many cases or one list a file, and is asked for nothing but the answer of its judge';
  const hint = 'name the game, or upload it as a zip of several files, or in parts';
  return { rule: 'too-large', found: `${size} bytes`, allowed, hint };
}

/** The metadata of an object asks for something that there is not. */
export function wrongOptions(found: string): Refusal {
  const allowed =
    'nimbus-game, nimbus-lenient, nimbus-ext, nimbus-tolerate, nimbus-exact, nimbus-modulus and ' +
    'nimbus-histogram, as nimbus submit writes them';
  return { rule: 'options', found: `the metadata ${found}`, allowed };
}
