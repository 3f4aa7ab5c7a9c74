import { readFileSync } from 'node:fs';
import { registry } from '../../core/games/index.ts';
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

/** Where the content tells the game, a new version of any of them may tell otherwise. */
const ALL_SOLVERS = registry.map(({ name, version }) => `${name}@${version}`).join(' ');

function keyOf(
  { game, expect }: Pick<Instance, 'game' | 'expect'>,
  sha256In: string,
  { lenient, literal, certify, secondSolver }: TaskOptions,
): string {
  const solver = game === null ? ALL_SOLVERS : `${game}@${versionOf(game)}`;
  const switches = [lenient, literal, certify, secondSolver].join(' ');
  return sha256([VERSION, solver, sha256In, switches, expect ?? ''].join('\n'));
}
