import type { Asked } from '../../core/game.ts';
import { findGame } from '../../core/games/index.ts';
import { echo } from '../../core/text/echo.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { linesOf, type RawLine } from '../../io/json-lines.ts';
import { instanceOfLine, LineIds, unknownGame } from '../../io/line-instance.ts';
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
  readonly asked: Asked | null;
  /** Path of its answer file, where it has one. */
  readonly answer: string | null;
  readonly warnings: readonly Warning[];
  readonly problem: Finding | null;
}

/** Where a run of lines stands in its upload. */
export interface LinesStart {
  readonly index: number;
  readonly line: number;
}

/** The instances in lines, a pack, or what an archive is read as. A line that cannot be read is an instance with a problem. */
export function* lineInstances(
  manifest: Manifest,
  bytes: Uint8Array,
  { index, line }: LinesStart,
): Generator<LineInstance> {
  const read = manifest.kind === 'lines' ? ofLine : packed;
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
  return { named: { file, line: raw.line, id }, answer: null, warnings: [], ...instance };
}

function packed(manifest: Manifest, { bytes, line: number }: RawLine): Read | null {
  const entry = readPacked(bytes, number);
  if (entry === null) return null;
  if (!('file' in entry)) return broken(manifest, number, entry.problem);
  const { file, line, id, game: own, problem, ...rest } = entry;
  const known = own === null ? null : findGame(own)?.name;
  const unknown = own === null || known !== undefined ? null : unknownGame(own);
  return {
    named: { file, line, id },
    game: known ?? own,
    ...rest,
    problem: problem ?? unknown,
  };
}

function broken({ file, game }: Manifest, line: number, problem: Finding): Read {
  const named = { file, line, id: `${line}` };
  const none = { expect: null, asked: null, answer: null, warnings: [] };
  return { named, game, bytes: new Uint8Array(), ...none, problem };
}

/** What an instance takes from others. */
type Claims = Pick<LineInstance, 'named' | 'answer' | 'problem'>;

/** Finds what only all instances together show: the same id twice, the same answer file twice. */
export class Clashes {
  readonly #kind: Manifest['kind'];
  readonly #ids = new LineIds();
  readonly #answers = new Map<string, string>();

  constructor({ kind }: Pick<Manifest, 'kind'>) {
    this.#kind = kind;
  }

  /**
   * What is wrong with an instance in the light of those before it; call it in their order. One that has
   * a problem of its own takes nothing from another. Who made a pack has looked at the ids of its lines.
   */
  add({ named: { file, id }, answer, problem }: Claims): Finding | null {
    if (problem !== null) return null;
    if (this.#kind === 'lines') return this.#ids.problemOf({ id: id ?? '', problem });
    if (answer === null) return null;
    const owner = this.#answers.get(answer);
    if (owner !== undefined) return answerTaken(owner);
    this.#answers.set(answer, file);
    return null;
  }
}

function answerTaken(owner: string): Finding {
  const found = `a file whose answer would have the name of the answer to ${echo(owner)}`;
  const allowed = 'one input for each answer file';
  return { rule: 'answer-name', place: null, found, allowed };
}
