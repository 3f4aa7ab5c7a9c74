import { readFileSync } from 'node:fs';
import type { Finding } from '../../core/text/errors.ts';
import { sha256 } from '../../io/hash.ts';
import { keyOf } from '../../io/results/key.ts';
import type { Instance } from './instance.ts';
import type { TaskOptions } from './task.ts';

/** The text of an instance, and what its results are known by. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly sha256In: string;
  /** Hash of everything that the rows of the instance depend on, apart from times. */
  readonly key: string;
  /** Set where the text cannot be read, or is known to be of no use. */
  readonly problem: Finding | null;
}

/** Reads an instance. A file that cannot be read is that instance's problem. */
export function contentOf(
  instance: Pick<Instance, 'game' | 'expect' | 'source' | 'asked' | 'problem'>,
  options: TaskOptions,
): Content {
  const { bytes, problem } = read(instance);
  const sha256In = sha256(bytes);
  const asked = instance.asked ?? options.asked;
  return { bytes, sha256In, key: keyOf(instance, sha256In, { ...options, asked }), problem };
}

function read({ source, problem }: Pick<Instance, 'source' | 'problem'>) {
  if ('bytes' in source) return { bytes: source.bytes, problem };
  const content = contentOrProblem(source.path);
  return 'rule' in content ? { bytes: NOTHING, problem: content } : { bytes: content, problem };
}

const NOTHING = new Uint8Array();

/** The bytes of a file, or why they cannot be read. */
export function contentOrProblem(path: string): Uint8Array | Finding {
  try {
    return readFileSync(path);
  } catch (error) {
    const found = (error as Error).message;
    return { rule: 'unreadable', place: null, found, allowed: 'a file that can be read' };
  }
}
