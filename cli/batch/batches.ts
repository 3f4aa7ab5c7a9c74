import { readFileSync } from 'node:fs';
import type { Finding } from '../../core/text/errors.ts';
import { VERSION } from '../version.ts';
import type { FormerResults, Reason } from './former-results.ts';
import type { Instance } from './instance.ts';
import type { Batch } from './pool.ts';
import { type Row, sha256, versionOf } from './rows.ts';
import type { TaskItem, TaskOptions } from './task.ts';

/** Instances in a batch at the most. */
export const MOST_ITEMS = 64;
const MOST_BYTES = 1 << 20;

/** An instance with its bytes and what former runs know of it. */
export interface Prepared {
  readonly instance: Instance;
  readonly bytes: Uint8Array;
  readonly sha256In: string;
  readonly key: string;
  readonly reason: Reason;
  readonly rows: readonly Row[];
  readonly problem: Finding | null;
}

/** Reads an instance and looks it up. A file that cannot be read is that instance's problem. */
export function prepare(instance: Instance, former: FormerResults, options: TaskOptions): Prepared {
  const { bytes, problem } = read(instance);
  const sha256In = sha256(bytes);
  const key = keyOf(instance, sha256In, options);
  const known =
    problem === null ? former.lookUp(instance, key) : { reason: 'new' as const, rows: [] };
  return { instance, bytes, sha256In, key, ...known, problem };
}

function read({ source, problem }: Instance): { bytes: Uint8Array; problem: Finding | null } {
  if ('bytes' in source) return { bytes: source.bytes, problem };
  try {
    return { bytes: readFileSync(source.path), problem };
  } catch (error) {
    const found = (error as Error).message;
    const unreadable = {
      rule: 'unreadable',
      place: null,
      found,
      allowed: 'a file that can be read',
    };
    return { bytes: new Uint8Array(), problem: unreadable };
  }
}

/** Everything that the rows of an instance depend on, apart from times. */
function keyOf({ game, expect }: Instance, sha256In: string, options: TaskOptions): string {
  const { lenient, literal, certify, secondSolver } = options;
  const solver = game === null ? 'auto' : `${game}@${versionOf(game)}`;
  const switches = [lenient, literal, certify, secondSolver].join(' ');
  return sha256([VERSION, solver, sha256In, switches, expect ?? ''].join('\n'));
}

/** Packs prepared instances into batches that shrink towards the end, so that no worker ends late. */
export class Packer {
  readonly #former: FormerResults;
  readonly #jobs: number;
  #pending: Prepared[] = [];
  #bytes = 0;

  constructor(former: FormerResults, jobs: number) {
    this.#former = former;
    this.#jobs = jobs;
  }

  /** Takes one instance more, with `left` still to come; returns a batch when one is full. */
  add(prepared: Prepared, left: number): Batch | null {
    this.#pending.push(prepared);
    this.#bytes += prepared.bytes.length;
    const most = Math.min(MOST_ITEMS, Math.ceil(left / (4 * this.#jobs)));
    return this.#pending.length >= most || this.#bytes >= MOST_BYTES ? this.rest() : null;
  }

  /** The instances that wait for a batch, or null. */
  rest(): Batch | null {
    if (this.#pending.length === 0) return null;
    const bytes = new Uint8Array(this.#bytes);
    const items: TaskItem[] = [];
    let offset = 0;
    for (const { instance, sha256In, key, bytes: own } of this.#pending) {
      bytes.set(own, offset);
      const { index, file, line, id, game, answer, expect } = instance;
      const formerAnswer = this.#former.formerAnswer(file);
      const name = { index, file, line, id, game, answer, expect, sha256In, key };
      items.push({ ...name, formerAnswer, offset, length: own.length });
      offset += own.length;
    }
    this.#pending = [];
    this.#bytes = 0;
    return { items, bytes };
  }
}
