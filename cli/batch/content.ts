import { readFileSync } from 'node:fs';
import type { Finding } from '../../core/text/errors.ts';
import { VERSION } from '../version.ts';
import type { Instance } from './instance.ts';
import { sha256, versionOf } from './rows.ts';
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
  instance: Pick<Instance, 'game' | 'expect' | 'source' | 'problem'>,
  options: TaskOptions,
): Content {
  const { bytes, problem } = read(instance);
  const sha256In = sha256(bytes);
  return { bytes, sha256In, key: keyOf(instance, sha256In, options), problem };
}

function read({ source, problem }: Pick<Instance, 'source' | 'problem'>) {
  if ('bytes' in source) return { bytes: source.bytes, problem };
  try {
    return { bytes: readFileSync(source.path), problem };
  } catch (error) {
    const found = (error as Error).message;
    const allowed = 'a file that can be read';
    return {
      bytes: new Uint8Array(),
      problem: { rule: 'unreadable', place: null, found, allowed },
    };
  }
}

function keyOf(
  { game, expect }: Pick<Instance, 'game' | 'expect'>,
  sha256In: string,
  { lenient, literal, certify, secondSolver }: TaskOptions,
): string {
  const solver = game === null ? 'auto' : `${game}@${versionOf(game)}`;
  const switches = [lenient, literal, certify, secondSolver].join(' ');
  return sha256([VERSION, solver, sha256In, switches, expect ?? ''].join('\n'));
}
