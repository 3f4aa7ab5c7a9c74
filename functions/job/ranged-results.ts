import { createHash } from 'node:crypto';
import { pMapIterable } from 'p-map';
import { AnswerText } from '../../core/pipeline/answer-text.ts';
import { settledRange } from '../../core/pipeline/ranges/cut.ts';
import type { RangeJoin } from '../../core/pipeline/ranges/ranged-file.ts';
import { joinOf } from '../../core/pipeline/ranges/solve-ranges.ts';
import { Columns } from '../../core/pipeline/solve-chunk.ts';
import type { TextSummary } from '../../core/pipeline/solve-text.ts';
import type { Finding } from '../../core/text/errors.ts';
import { chunksOf } from '../../io/containers/source.ts';
import { sha256 } from '../../io/hash.ts';
import { withBytes } from '../../io/loaded-text.ts';
import { rowsFrom } from '../../io/results/case-rows.ts';
import { CHUNK_FAILED } from '../../io/results/infrastructure.ts';
import type { Row } from '../../io/results/row.ts';
import type { World } from './chunk-step.ts';
import { InputGoneError } from './errors.ts';
import { frameOfFile, type InstanceResult, rowFrame, uselessFile } from './job-results.ts';
import type { PlannedPiece } from './manifest.ts';
import { missingResults } from './missing-results.ts';
import type { OpenJob } from './open-job.ts';
import { readPart, type Solved } from './part.ts';
import { openPlanned, rangeResultOf } from './range-part.ts';
import type { RangedUpload } from './ranged-upload.ts';
import type { SettledCover } from './settled-cover.ts';
import { uploadSource } from './upload-source.ts';

/**
 * The result of a long file, whose ranges are joined twice: for its answer and for what is said of all of
 * it, and then for its rows. In memory are the answer and the results of a few ranges.
 */
export async function* rangedResults(
  world: World,
  open: OpenJob,
  cover: SettledCover,
): AsyncGenerator<InstanceResult> {
  yield await rangedResult(world, open, cover);
}

async function rangedResult(
  world: World,
  open: OpenJob,
  cover: SettledCover,
): Promise<InstanceResult> {
  try {
    const sha256In = await hashOfUpload(world, open);
    const file = await openPlanned(world, open);
    const joining: Joining = { world, open, cover, file };
    const whole = await wholeOf(joining);
    const frame = frameOfFile(open, sha256In);
    const { text, warnings, about } = whole;
    const answerSha256 = text === null ? null : sha256(text);
    const answer = text === null || frame.answer === null ? null : { path: frame.answer, text };
    const rows = rowFrame(frame, about, answer === null ? null : answerSha256);
    const said = { warnings: [...frame.warnings, ...warnings], answerSha256 };
    return {
      answer,
      rows: rowsIn(joining, (run) =>
        rowsFrom({ frame: rows, game: file.game, run: { ...said, ...run } }),
      ),
    };
  } catch (error) {
    if (!(error instanceof InputGoneError)) throw error;
    return uselessFile(open, cover.failure ?? { ...GONE, found: error.message });
  }
}

/** Results are joined with the text at hand, and are nothing without its hash. */
const GONE: Omit<Finding, 'found'> = {
  rule: CHUNK_FAILED,
  place: null,
  allowed: 'an upload that stays where it is until its job is done',
};

/**
 * The one time that all of an upload is read from its start to its end: here, since a plan is to be made
 * at once, and whoever solves a range sees no other. Some ten seconds a gigabyte.
 */
async function hashOfUpload({ inbox }: World, { manifest }: OpenJob): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of chunksOf(uploadSource(inbox, manifest.upload))) hash.update(bytes);
  return hash.digest('hex');
}

interface Joining {
  readonly world: World;
  readonly open: OpenJob;
  readonly cover: SettledCover;
  readonly file: RangedUpload;
}

/** What is said of all of a file. */
async function wholeOf(joining: Joining) {
  const about = { problem: null, millisecondsParse: 0, peakMegabytes: 0 };
  const answer = new AnswerText(joining.file.game.codec.separator);
  const runs = runsIn(joining, ({ millisecondsParse, peakMegabytes }) => {
    about.millisecondsParse += millisecondsParse;
    about.peakMegabytes = Math.max(about.peakMegabytes, peakMegabytes);
  });
  for (;;) {
    const { value, done } = await runs.next();
    if (done) {
      const text = answer.isWhole ? Buffer.concat(answer.pieces()) : null;
      return { text, warnings: value.warnings, about };
    }
    for (const text of value.results.answers) answer.add(text);
  }
}

async function* rowsIn(
  joining: Joining,
  rowsOf: (run: CaseRun) => Iterable<Row>,
): AsyncGenerator<Row> {
  for await (const run of runsIn(joining, () => undefined)) yield* rowsOf(run);
}

/** Cases that follow one another. */
interface CaseRun {
  /** Index of the first one. */
  readonly first: number;
  readonly results: Columns;
}

/** The cases of all ranges, in their order. */
async function* runsIn(
  joining: Joining,
  see: (part: Solved) => void,
): AsyncGenerator<CaseRun, TextSummary> {
  const { file } = joining;
  let results = new Columns();
  let first = 0;
  const join = await withBytes(file.text, () =>
    joinOf(file, (result, index) => results.add(index - first, result)),
  );
  for await (const part of partsOf(joining)) {
    see(part.solved);
    await withBytes(file.text, () => addTo(join, file, part));
    file.text.drop();
    if (results.answers.length === 0) continue;
    yield { first, results };
    first += results.answers.length;
    results = new Columns();
  }
  const summary = await withBytes(file.text, () => join.finish());
  if (results.answers.length > 0) yield { first, results };
  return summary;
}

interface RangePart {
  readonly piece: PlannedPiece;
  readonly solved: Solved;
}

function addTo(join: RangeJoin, file: RangedUpload, { piece, solved }: RangePart): void {
  const result = rangeResultOf(file, solved);
  const fault = solved.results.errors.get(0);
  if (result !== null) join.add(result);
  else if (fault !== undefined) join.lose(settledRange(file.text, piece), fault);
}

/** Parts that are read ahead: each may have a quarter of a million cases. */
const CONCURRENCY = 2;

/** The part of each piece; of one that is missing the failure. */
function partsOf({ world, open, cover }: Joining): AsyncIterable<RangePart> {
  const { failure, parts } = cover;
  const there = new Set(parts.map(({ first }) => first));
  const read = async (piece: PlannedPiece): Promise<RangePart> => {
    const isThere = there.has(piece.first) || failure === null;
    const range = { piece, range: piece, failure: failure as Finding };
    const [solved] = isThere
      ? await readPart(world.out, open.job, piece)
      : await missingResults(world, open, range);
    return { piece, solved: solved as Solved };
  };
  const options = { concurrency: CONCURRENCY, backpressure: CONCURRENCY };
  return pMapIterable(open.plan.pieces, read, options);
}
