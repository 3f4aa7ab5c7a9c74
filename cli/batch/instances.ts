import { statSync } from 'node:fs';
import { echo } from '../../core/text/echo.ts';
import type { Finding } from '../../core/text/errors.ts';
import type { Shard } from '../flag-parsers.ts';
import type { Instance } from './instance.ts';

/** One instance, or a file of many, which are found anew each time they are asked for. */
export type Entry = Instance | Many;

export interface Many {
  readonly file: string;
  /** In their order; their indices count for nothing. */
  readonly each: () => Iterable<Instance>;
  /** Bytes that they are read from. */
  readonly size: () => number;
}

/**
 * The instances of a run in their order, as often as they are asked for. Those of large files are held
 * by nobody: they pass one after another.
 */
export class Instances implements Iterable<Instance> {
  readonly #entries: readonly Entry[];
  readonly #shard: Shard | undefined;

  constructor(entries: readonly Entry[], shard: Shard | undefined) {
    this.#entries = entries;
    this.#shard = shard;
  }

  /** How many there are, where that is known without reading them; else null. */
  get count(): number | null {
    if (this.#entries.some(isMany)) return null;
    const { count = 1, index = 1 } = this.#shard ?? {};
    return Math.ceil((this.#entries.length - index + 1) / count);
  }

  /** How many there are; lines of large files are counted anew each time. */
  get size(): number {
    const { count } = this;
    if (count !== null) return count;
    let size = 0;
    for (const _ of this.#mine()) size++;
    return size;
  }

  /** Files that are one instance each, those of other shards among them. */
  *files(): Generator<string> {
    for (const entry of this.#entries) if (!isMany(entry)) yield entry.file;
  }

  /** Of all files together, those of a shard by its part. */
  get bytes(): number {
    const { count = 1 } = this.#shard ?? {};
    const sizes = this.#entries.map((entry) => (isMany(entry) ? entry.size() : sizeOf(entry)));
    return sizes.reduce((sum, size) => sum + size, 0) / count;
  }

  *[Symbol.iterator](): Generator<Instance> {
    const answers = new Answers();
    let index = 0;
    for (const instance of this.#mine()) {
      // Most have the right one already, and are not copied.
      yield answers.take(instance.index === index ? instance : { ...instance, index });
      index++;
    }
  }

  /** Those of the shard; it takes every so-manieth of all. */
  *#mine(): Generator<Instance> {
    const { count = 1, index = 1 } = this.#shard ?? {};
    let at = 0;
    for (const entry of this.#entries) {
      for (const instance of isMany(entry) ? entry.each() : [entry]) {
        if (at++ % count === index - 1) yield instance;
      }
    }
  }
}

function isMany(entry: Entry): entry is Many {
  return 'each' in entry;
}

function sizeOf({ source }: Instance): number {
  if ('bytes' in source) return source.bytes.length;
  if ('start' in source) return source.end - source.start;
  if ('zip' in source) return source.zip.end - source.zip.start;
  return fileSize(source.path);
}

/** Zero for what is not there. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Answer files, each of which belongs to the first instance that has it. */
class Answers {
  readonly #owners = new Map<string, string>();

  /** The same instance, with a problem where its answer file belongs to an earlier one. */
  take(instance: Instance): Instance {
    const { answer, file } = instance;
    if (answer === null) return instance;
    const owner = this.#owners.get(answer);
    if (owner !== undefined) return { ...instance, answer: null, problem: taken(owner) };
    this.#owners.set(answer, file);
    return instance;
  }
}

function taken(owner: string): Finding {
  return {
    rule: 'answer-name',
    place: null,
    found: `a file whose answer would have the name of the answer to ${echo(owner)}`,
    allowed: 'one input for each answer file',
    hint: 'rename one of the two',
  };
}
