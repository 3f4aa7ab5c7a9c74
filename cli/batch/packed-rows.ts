import type { Warning } from '../../core/text/errors.ts';
import { type RowSource, rowsFrom } from '../../io/results/case-rows.ts';
import type { Row, RowFrame, RowGame } from '../../io/results/row.ts';
import { columnsBetween, type PackedResults, ResultsPacker } from './packed-results.ts';

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

/** Of each instance; one value where all have the same, for threads copy value by value. */
type Column<Value> = { readonly all: Value } | { readonly each: readonly Value[] };

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

function columnOf<Value>(
  sources: readonly RowSource[],
  told: (source: RowSource) => Value,
): Column<Value> {
  const each = sources.map(told);
  const [all] = each as [Value];
  return each.every((value) => value === all) ? { all } : { each };
}

/** Cases whose rows are made together. */
const MOST_CASES = 10_000;

/** What was packed, in parts of some thousand cases. */
export function* unpackRows(packed: PackedRows): Generator<RowSource> {
  let end = 0;
  for (const [at, cases] of packed.cases.entries()) {
    const { frame, game, warnings, answerSha256 } = frameAt(packed, at);
    const start = end;
    end += cases;
    const origin = valueAt(packed.firsts, at);
    for (let next = start; next < end; next += MOST_CASES) {
      const results = columnsBetween(packed.results, next, Math.min(end, next + MOST_CASES));
      yield { frame, game, run: { first: origin + next - start, results, warnings, answerSha256 } };
    }
  }
}

/** The rows of what was packed. */
export function* rowsOfPacked(packed: PackedRows): Generator<Row> {
  for (const source of unpackRows(packed)) yield* rowsFrom(source);
}

function frameAt({ frames }: PackedRows, at: number) {
  const value = <Name extends keyof Frame>(name: Name): Frame[Name] => valueAt(frames[name], at);
  const frame: RowFrame = {
    instance: { file: value('file'), line: value('line'), id: value('id') },
    sha256In: value('sha256In'),
    key: value('key'),
    method: value('method'),
    millisecondsParse: value('millisecondsParse'),
    peakMegabytes: value('peakMegabytes'),
    delivery: { wrote: value('wrote'), remark: value('remark') },
  };
  const game = gameOf(value('game'), value('kind'));
  return { frame, game, warnings: value('warnings') ?? [], answerSha256: value('answerSha256') };
}

function gameOf(name: string | null, kind: string | null): RowGame | null {
  if (name === null) return null;
  return kind === null ? { name } : { name, certificate: { kind } };
}

function valueAt<Value>(column: Column<Value>, at: number): Value {
  return 'all' in column ? column.all : (column.each[at] as Value);
}
