import { pMapIterable } from 'p-map';
import type { AnyGame } from '../../core/game.ts';
import { loadGame } from '../../core/games/index.ts';
import { JUDGES } from '../../core/pipeline/asked.ts';
import { coverOf } from '../../core/pipeline/cover.ts';
import { format } from '../../core/pipeline/format.ts';
import type { CaseResults, Chunk, ChunkResult } from '../../core/pipeline/manifest.ts';
import { reduce } from '../../core/pipeline/reduce.ts';
import type { Finding } from '../../core/text/errors.ts';
import { answerPath, usualExtension } from '../../io/file-kinds.ts';
import { sha256 } from '../../io/hash.ts';
import { eachRow } from '../../io/results/case-rows.ts';
import { keyOf } from '../../io/results/key.ts';
import { errorRow, type Row, type RowFrame } from '../../io/results/row.ts';
import type { World } from './chunk-step.ts';
import type { PlannedPiece } from './manifest.ts';
import { missingResults } from './missing-results.ts';
import type { OpenJob } from './open-job.ts';
import { type Frame, readPart, type Solved } from './part.ts';
import { inPieces } from './piece-parts.ts';
import type { SettledCover } from './settled-cover.ts';
import { KEY_OPTIONS, NO_CASES } from './solve-piece.ts';

/** Everything about one instance of a job. */
export interface InstanceResult {
  /** Where its answer goes, and the judge's bytes; null where it has none. */
  readonly answer: { readonly path: string; readonly text: string | Uint8Array } | null;
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
}

/** Parts that are read ahead. */
const CONCURRENCY = 8;

/**
 * The results of all instances, in their order, from the parts of the cover. What is missing gets error
 * rows that tell the failure.
 */
export async function* jobResults(
  world: World,
  open: OpenJob,
  cover: SettledCover,
): AsyncGenerator<InstanceResult> {
  const { manifest, plan } = open;
  const solved = allSolved(world, open, cover);
  if (manifest.kind !== 'file' && plan.header.problem === null) {
    for await (const each of solved)
      yield await instanceOf(each.frame as Frame, each, each.results);
    return;
  }
  const columns: ChunkResult[] = [];
  let peakMegabytes = 0;
  for await (const each of solved) {
    columns.push(asChunk(each));
    peakMegabytes = Math.max(peakMegabytes, each.peakMegabytes);
  }
  const { problem, cases, ms_parse: millisecondsParse } = plan.header;
  const results = problem === null ? reduce(cases ?? 0, columns) : NO_CASES;
  yield await instanceOf(frameOfFile(open), { problem, millisecondsParse, peakMegabytes }, results);
}

async function* allSolved(
  world: World,
  open: OpenJob,
  { failure, parts }: SettledCover,
): AsyncGenerator<Solved> {
  const { pieces } = open.plan;
  const byPiece = inPieces(pieces, parts);
  const ranges = pieces.flatMap((piece, number) => nodesOf(piece, byPiece[number] ?? []));
  const read = ({ piece, range, isThere }: Node) =>
    isThere || failure === null
      ? readPart(world.out, open.job, range)
      : missingResults(world, open, { piece, range, failure });
  const options = { concurrency: CONCURRENCY, backpressure: 2 * CONCURRENCY };
  for await (const part of pMapIterable(ranges, read, options)) yield* part;
}

/** A node of the cover of a piece. */
interface Node {
  readonly piece: PlannedPiece;
  readonly range: Chunk;
  readonly isThere: boolean;
}

function nodesOf(piece: PlannedPiece, parts: readonly Chunk[]): Node[] {
  const { present, missing } = coverOf(piece, parts);
  return [
    ...present.map((range) => ({ piece, range, isThere: true })),
    ...missing.map((range) => ({ piece, range, isThere: false })),
  ].sort((a, b) => a.range.first - b.range.first);
}

/** Cases of a file, counted from its first one or from that of a piece, and not from the part's. */
export function asChunk({ first: index, results }: Solved, origin = 0): ChunkResult {
  const { errors, caveats, certified } = results;
  const first = index - origin;
  const last = first + results.answers.length - 1;
  const shifted = <Value>(values: ReadonlyMap<number, Value>) =>
    new Map([...values].map(([index, value]) => [index + first, value]));
  const maps = {
    errors: shifted(errors),
    caveats: shifted(caveats),
    certified: shifted(certified),
  };
  return { ...results, ...maps, first, last };
}

/** What a part knows of an instance beside its cases. */
type About = Pick<Solved, 'problem' | 'millisecondsParse' | 'peakMegabytes'>;

async function instanceOf(
  frame: Frame,
  about: About,
  results: CaseResults,
): Promise<InstanceResult> {
  const game = frame.game === null ? null : await loadGame(frame.game);
  if (about.problem !== null || game === null) return useless(frame, about, game);
  const text = format(game, results);
  const wrote = text === null || frame.answer === null ? null : sha256(text);
  const answer = text === null || frame.answer === null ? null : { path: frame.answer, text };
  const file = { ...results, warnings: frame.warnings, answer: text };
  return { answer, rows: eachRow(rowFrame(frame, about, wrote), game, file) };
}

function useless(frame: Frame, about: About, game: AnyGame | null): InstanceResult {
  const problem = about.problem ?? LOST;
  return { answer: null, rows: [errorRow(rowFrame(frame, about, null), game, problem)] };
}

const LOST: Finding = { rule: 'bug/lost', place: null, found: 'no result', allowed: 'a result' };

export function rowFrame(
  { named, sha256In, key, remark }: Frame,
  { millisecondsParse, peakMegabytes }: About,
  wrote: string | null,
): RowFrame {
  const delivery = { wrote, remark };
  return {
    instance: named,
    sha256In,
    key,
    method: 'published',
    millisecondsParse,
    peakMegabytes,
    delivery,
  };
}

/** The one row of a file that has no result at all. */
export async function uselessFile(open: OpenJob, problem: Finding): Promise<InstanceResult> {
  const about = { problem, millisecondsParse: 0, peakMegabytes: 0 };
  return instanceOf(frameOfFile(open), about, NO_CASES);
}

/** Of the only instance of a job of one file. */
export function frameOfFile(
  { manifest, plan }: OpenJob,
  sha256In: string = plan.header.sha256,
): Frame {
  const { file, game, options } = manifest;
  const { warnings, game: found } = plan.header;
  const extension = options.ext ?? usualExtension(file, () => false);
  return {
    named: { file, line: null, id: null },
    sha256In,
    key: keyOf({ game, expect: null }, sha256In, {
      ...KEY_OPTIONS,
      lenient: options.lenient,
      asked: options.asked ?? JUDGES,
    }),
    game: found,
    answer: answerPath(file, extension),
    warnings,
    remark: null,
  };
}
