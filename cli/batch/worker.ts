import { workerData } from 'node:worker_threads';
import type { AnyGame } from '../../core/game.ts';
import { loadProof } from '../../core/games/proofs.ts';
import { lendMemory, takeBack } from '../../core/graph/instance-memory.ts';
import { describeAsked, isAsked } from '../../core/pipeline/asked.ts';
import { format } from '../../core/pipeline/format.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import { solveChunk } from '../../core/pipeline/solve-chunk.ts';
import { type AnyProof, literalSolver } from '../../core/proof.ts';
import type { Finding } from '../../core/text/errors.ts';
import { measuredPeak } from '../../io/peak-memory.ts';
import { errorSource, type RowSource, rowsFrom, sourceOf } from '../../io/results/case-rows.ts';
import { frameOf, round } from '../../io/results/row.ts';
import { onThreads } from '../threads/on-threads.ts';
import { writeSidecar } from './answer-file.ts';
import { type Content, contentOf, type Opened, openedUpTo } from './content.ts';
import { Deliverer, UNWRITABLE, unwritable } from './delivery.ts';
import { FormerResults, NOTHING_FORMER } from './former-results.ts';
import { largeForecast } from './large.ts';
import { isRanged, LONG_BYTES } from './long-files.ts';
import { itemAt } from './packed-items.ts';
import { withSecondOpinion } from './second-opinion.ts';
import { CASES, ITEMS, type Task, type TaskResult, type WorkerData } from './task.ts';
import { TaskResults } from './task-results.ts';

export { hashOfFile } from '../../io/file-hash.ts';
export { solveFileRange, solveWholeFile } from './range-worker.ts';

const { options, former, newFolder } = workerData as WorkerData;
const known = new FormerResults(former ?? NOTHING_FORMER);
const deliverer = new Deliverer({ options, newFolder }, known);

/**
 * Solves the instances of one task, one after another, and writes their answers. Hands back what is
 * done after a tenth of a second: so much is lost at the most when the process ends.
 */
export default async function work({ items, begun, threads }: Task): Promise<TaskResult> {
  const results = new TaskResults(known);
  const start = performance.now();
  for (let at = 0; at < items.count; at++) {
    Atomics.add(begun, ITEMS, 1);
    const item = itemAt(items, at);
    const ranged = isRanged(item, options);
    const hasLimit = typeof ranged === 'boolean' ? ranged : await ranged;
    const most = hasLimit ? LONG_BYTES : Number.POSITIVE_INFINITY;
    const instance = openedUpTo(item, most);
    if (instance === null) results.handBack();
    else await take(results, instance, { threads, tick: () => Atomics.add(begun, CASES, 1) });
    if (performance.now() - start > SLICE_MILLISECONDS) break;
  }
  return results.finish();
}

const SLICE_MILLISECONDS = 100;

interface How {
  readonly threads: Task['threads'];
  /** Called at the start and the end of each case. */
  readonly tick: () => void;
}

async function take(results: TaskResults, instance: Opened, how: How): Promise<void> {
  const content = contentOf(instance, options);
  if (results.recall(instance, content)) return;
  lendMemory();
  try {
    results.add(instance, await solveItem({ instance, content }, how));
  } finally {
    takeBack();
  }
}

/** An instance, and its text. */
interface Item {
  readonly instance: Opened;
  readonly content: Content;
}

/** What its rows are made of; or the forecast of a large one in milliseconds, for which all threads are to be free. */
async function solveItem(
  { instance, content }: Item,
  { threads, tick }: How,
): Promise<RowSource | number> {
  const game = content.problem ?? (await gameOf(instance));
  if ('rule' in game) return refuse(instance, content, game);
  const proof = options.literal || options.secondSolver ? await loadProof(game.name) : null;
  const later = threads === 'later' ? largeForecast(game, content, options) : null;
  if (later !== null) return later;
  const onCores = threads === 'later' ? game : onThreads(game, { threads });
  const solved = solve(content, { game: onCores, proof, tick });
  try {
    const delivered = deliverer.deliver(instance, solved.result.answer);
    const frame = { ...frameOf(instance, content, options), ...solved.times, ...delivered };
    const warnings = [...(instance.warnings ?? []), ...solved.result.warnings];
    const source = sourceOf(frame, game, { ...solved.result, warnings });
    if (options.sidecar && instance.answer !== null)
      writeSidecar(instance.answer, [...rowsFrom(source)]);
    return source;
  } catch (error) {
    return refuse(instance, content, unwritable(error));
  }
}

/** The one row of an instance that has no answer at all; a former answer of ours goes. */
function refuse(instance: Opened, content: Content, error: Finding): RowSource {
  if (error.rule !== UNWRITABLE) deliverer.withdraw(instance);
  const frame = { ...frameOf(instance, content, options), peakMegabytes };
  return errorSource(frame, null, error);
}

async function gameOf({ game, asked: own, bytes }: Opened): Promise<AnyGame | Finding> {
  const asked = own ?? options.asked;
  if (isAsked(asked) && (options.literal || options.secondSolver)) {
    const found = `${describeAsked(asked)} with --literal or --second-solver`;
    return { rule: 'option/conflict', place: null, found, allowed: 'one of them' };
  }
  return gameFor(game, bytes, { ...options, asked });
}

/** A game at work: with its brute force where the options ask for it. */
interface Solver {
  readonly game: AnyGame;
  readonly proof: AnyProof | null;
  readonly tick: () => void;
}

/** The stages, timed: all cases of an instance are one chunk. */
function solve({ bytes, sha256In }: Content, { game, proof, tick }: Solver) {
  const start = performance.now();
  const file = parse(game, bytes, options);
  const parsed = performance.now();
  const chunk = { first: 0, last: file.cases.length - 1 };
  const results = solveChunk(game, file, chunk, {
    budget: options.budget,
    certify: isCertified(sha256In),
    now: () => {
      tick();
      return performance.now();
    },
    ...(options.literal && proof !== null ? { solve: literalSolver(proof) } : {}),
  });
  const checked = withSecondOpinion(game, file, results, options.secondSolver ? proof : null);
  const result = { ...checked, warnings: file.warnings, answer: format(game, checked) };
  if (performance.now() - start > LONG_MILLISECONDS) peakMegabytes = measuredPeak();
  return { result, times: { millisecondsParse: round(parsed - start), peakMegabytes } };
}

/** The peak is asked for only after instances that took much longer than that. */
const LONG_MILLISECONDS = 5;
let peakMegabytes = measuredPeak();

/** A sample is one instance in sixteen, by its content: the same ones in every run. */
function isCertified(sha256In: string): boolean {
  const { certify } = options;
  return certify === 'all' || (certify === 'sample' && sha256In.startsWith('0'));
}
