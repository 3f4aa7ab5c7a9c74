import type { Warning } from '../../core/text/errors.ts';
import { RowMaker, type RowSource } from '../../io/results/case-rows.ts';
import type { Row, RowFrame, RowGame } from '../../io/results/row.ts';
import { type Column, columnOf, valueAt } from './column.ts';
import { type PackedResults, ResultsPacker, resultAt } from './packed-results.ts';

/**
 * What the rows of some instances are made of, by columns: a tenth of the bytes of their lines, and a
 * fraction of the time to be sent.
 */
export interface PackedRows {
  /** How many cases each of the instances has here. */
  readonly cases: readonly number[];
  /** Index of the first of them in its file. */
  readonly firsts: Column<number>;
  readonly frames: { readonly [Name in keyof Frame]: Column<Frame[Name]> };
  /** Of the cases of all instances. */
  readonly results: PackedResults;
  /** In memory, more or less. */
  readonly bytes: number;
}

/** What the cases of an instance share. */
interface Frame extends Omit<RowFrame, 'instance' | 'delivery' | 'answerSha256'> {
  readonly file: string;
  readonly line: number | null;
  readonly id: string | null;
  readonly wrote: string | null;
  readonly remark: Warning | null;
  readonly answerSha256: string | null;
  readonly game: string | null;
  /** Kind of the game's certificates. */
  readonly kind: string | null;
  readonly warnings: readonly Warning[] | null;
}

/** Bytes of a case beside its answer, and of the frame of an instance. */
const CASE_BYTES = 20;
const FRAME_BYTES = 300;

export function packRows(sources: readonly RowSource[]): PackedRows {
  const cases = sources.map(({ run }) => run.results.answers.length);
  const packer = new ResultsPacker(cases.reduce((sum, count) => sum + count, 0));
  for (const { run } of sources) packer.addAll(run.results);
  const results = packer.finish();
  const texts = results.texts.reduce((sum, text) => sum + text.length, 0);
  return {
    cases,
    firsts: columnOf(sources, ({ run }) => run.first),
    frames: framesOf(sources),
    results,
    bytes: texts + CASE_BYTES * results.answers.length + FRAME_BYTES * sources.length,
  };
}

function framesOf(all: readonly RowSource[]): PackedRows['frames'] {
  return {
    file: columnOf(all, ({ frame }) => frame.instance.file),
    line: columnOf(all, ({ frame }) => frame.instance.line),
    id: columnOf(all, ({ frame }) => frame.instance.id),
    sha256In: columnOf(all, ({ frame }) => frame.sha256In),
    key: columnOf(all, ({ frame }) => frame.key),
    method: columnOf(all, ({ frame }) => frame.method),
    millisecondsParse: columnOf(all, ({ frame }) => frame.millisecondsParse),
    peakMegabytes: columnOf(all, ({ frame }) => frame.peakMegabytes),
    wrote: columnOf(all, ({ frame }) => frame.delivery.wrote),
    remark: columnOf(all, ({ frame }) => frame.delivery.remark),
    answerSha256: columnOf(all, ({ run }) => run.answerSha256),
    game: columnOf(all, ({ game }) => game?.name ?? null),
    kind: columnOf(all, ({ game }) => game?.certificate?.kind ?? null),
    warnings: columnOf(all, ({ run }) => (run.warnings.length === 0 ? null : run.warnings)),
  };
}

/** The rows of what was packed. */
export function* rowsOfPacked({ cases, firsts, frames, results }: PackedRows): Generator<Row> {
  let start = 0;
  for (let at = 0; at < cases.length; at++) {
    const maker = makerAt(frames, at);
    const first = valueAt(firsts, at);
    const count = cases[at] as number;
    for (let index = 0; index < count; index++) {
      yield maker.rowOf(first + index, resultAt(results, start + index));
    }
    start += count;
  }
}

function makerAt(frames: PackedRows['frames'], at: number): RowMaker {
  const frame: RowFrame = {
    instance: {
      file: valueAt(frames.file, at),
      line: valueAt(frames.line, at),
      id: valueAt(frames.id, at),
    },
    sha256In: valueAt(frames.sha256In, at),
    key: valueAt(frames.key, at),
    method: valueAt(frames.method, at),
    millisecondsParse: valueAt(frames.millisecondsParse, at),
    peakMegabytes: valueAt(frames.peakMegabytes, at),
    delivery: { wrote: valueAt(frames.wrote, at), remark: valueAt(frames.remark, at) },
  };
  const about = {
    warnings: valueAt(frames.warnings, at) ?? [],
    answerSha256: valueAt(frames.answerSha256, at),
  };
  return new RowMaker(frame, gameOf(valueAt(frames.game, at), valueAt(frames.kind, at)), about);
}

function gameOf(name: string | null, kind: string | null): RowGame | null {
  if (name === null) return null;
  return kind === null ? { name } : { name, certificate: { kind } };
}
