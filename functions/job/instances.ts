import type { Finding } from '../../core/text/errors.ts';
import { linesOf, type RawLine } from '../../io/json-lines.ts';
import { instanceOfLine, repeatedId } from '../../io/line-instance.ts';
import { readPacked } from '../../io/pack.ts';
import type { Named } from '../../io/results/row.ts';
import type { Manifest } from './manifest.ts';

/** One instance in an upload of lines. */
export interface LineInstance {
  /** Among all instances of the job, from 0. */
  readonly index: number;
  /** Where it lies in the bytes that were read. */
  readonly raw: RawLine;
  readonly named: Named;
  readonly game: string | null;
  readonly bytes: Uint8Array;
  readonly expect: string | null;
  /** Path of its answer file, where it has one. */
  readonly answer: string | null;
  readonly problem: Finding | null;
  /** False where the line itself is broken. */
  readonly readable: boolean;
}

/** Where a run of lines stands in its upload. */
export interface LinesStart {
  readonly index: number;
  readonly line: number;
}

/** The instances in lines or a pack. A line that cannot be read is an instance with a problem. */
export function* lineInstances(
  manifest: Manifest,
  bytes: Uint8Array,
  { index, line }: LinesStart,
): Generator<LineInstance> {
  const read = manifest.kind === 'pack' ? packed : ofLine;
  let next = index;
  for (const raw of linesOf(bytes, line)) {
    const instance = read(manifest, raw);
    if (instance !== null) yield { index: next++, raw, ...instance };
  }
}

type Read = Omit<LineInstance, 'index' | 'raw'>;

function ofLine({ file, game, options }: Manifest, raw: RawLine): Read {
  const isForced = options.game !== null;
  const { id, namesGame: _, ...instance } = instanceOfLine(raw, { game, isForced });
  return { named: { file, line: raw.line, id }, answer: null, ...instance };
}

function packed(manifest: Manifest, { bytes, line: number }: RawLine): Read | null {
  const entry = readPacked(bytes, number);
  if (entry === null) return null;
  if (!('file' in entry)) return broken(manifest, number, entry.problem);
  const { file, line, id, game, ...rest } = entry;
  return { named: { file, line, id }, game, ...rest, readable: true };
}

function broken({ file, game }: Manifest, line: number, problem: Finding): Read {
  const named = { file, line, id: `${line}` };
  const nothing = { bytes: new Uint8Array(), expect: null, answer: null };
  return { named, game, ...nothing, problem, readable: false };
}

/** Finds what only all instances together show: the same id twice, the same answer file twice. */
export class Clashes {
  readonly #ids = new Set<string>();
  readonly #answers = new Map<string, string>();

  /** What is wrong with an instance in the light of those before it; call it in their order. */
  add({ named: { file, line, id }, answer, readable }: LineInstance): Finding | null {
    const name = `${file}\n${id}`;
    if (line !== null && readable && this.#ids.has(name)) return repeatedId(id ?? '');
    if (readable) this.#ids.add(name);
    const owner = answer === null ? undefined : this.#answers.get(answer);
    if (answer !== null && owner === undefined) this.#answers.set(answer, file);
    return owner === undefined ? null : answerTaken(owner);
  }
}

function answerTaken(owner: string): Finding {
  const found = `a file whose answer would have the name of the answer to ${owner}`;
  const allowed = 'one input for each answer file';
  return { rule: 'answer-name', place: null, found, allowed };
}
