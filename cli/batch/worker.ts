import { existsSync, readFileSync } from 'node:fs';
import type { AnyGame } from '../../core/game.ts';
import { loadProof } from '../../core/games/proofs.ts';
import { describeAsked, isAsked } from '../../core/pipeline/asked.ts';
import { format } from '../../core/pipeline/format.ts';
import type { FileResult } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import { solveChunk } from '../../core/pipeline/solve-chunk.ts';
import { type AnyProof, literalSolver } from '../../core/proof.ts';
import type { Finding } from '../../core/text/errors.ts';
import { writeAtomically } from '../../io/atomic-write.ts';
import { unlessExpected } from '../../io/results/differing.ts';
import {
  type Delivery,
  errorRow,
  frameOf,
  NOTHING_DELIVERED,
  type Row,
  round,
  rowsOf,
} from '../../io/results/row.ts';
import { onThreads } from '../threads/on-threads.ts';
import { deliver, withdraw } from './answer-file.ts';
import { type Content, contentOf } from './content.ts';
import { largeForecast } from './large.ts';
import { withSecondOpinion } from './second-opinion.ts';
import {
  CASES,
  ITEMS,
  type Task,
  type TaskItem,
  type TaskOptions,
  type TaskResult,
} from './task.ts';

/**
 * Solves the instances of one task, one after another, and writes their answers. Hands back what is
 * done after a tenth of a second: so much is lost at the most when the process ends.
 */
export default async function work(task: Task): Promise<TaskResult[]> {
  const { items, begun } = task;
  const results: TaskResult[] = [];
  const start = performance.now();
  for (const item of items) {
    Atomics.add(begun, ITEMS, 1);
    results.push(await solveItem(item, task, () => Atomics.add(begun, CASES, 1)));
    if (performance.now() - start > SLICE_MILLISECONDS) break;
  }
  return results;
}

const SLICE_MILLISECONDS = 100;

async function solveItem(
  item: TaskItem,
  { options, threads }: Task,
  tick: () => void,
): Promise<TaskResult> {
  const content = contentOf(item, options);
  const game = content.problem ?? (await gameOf(item, content.bytes, options));
  if ('rule' in game) return refuse(item, content, options, game);
  const proof = options.literal || options.secondSolver ? await loadProof(game.name) : null;
  const later = threads === 'later' ? largeForecast(game, content, options) : null;
  if (later !== null) return { index: item.index, rows: [], later };
  const onCores = threads === 'later' ? game : onThreads(game, { threads });
  const solved = solve(content, { game: onCores, proof, options, tick });
  try {
    const delivery = deliverTo(item, solved.result, options);
    const frame = { ...frameOf(item, content, options), ...solved.times, delivery };
    const rows = rowsOf(frame, game, solved.result);
    if (options.sidecar && item.answer !== null) writeSidecar(item.answer, rows);
    return { index: item.index, rows };
  } catch (error) {
    return refuse(item, content, options, unwritable(error));
  }
}

/** The one row of an instance that has no answer at all; a former answer of ours goes. */
function refuse(
  item: TaskItem,
  content: Content,
  options: TaskOptions,
  error: Finding,
): TaskResult {
  const { answer } = item;
  if (answer !== null && error.rule !== UNWRITABLE) withdraw({ ...item, answer }, options);
  const frame = { ...frameOf(item, content, options), peakMegabytes };
  return { index: item.index, rows: [errorRow(frame, null, error)] };
}

const UNWRITABLE = 'answer/unwritable';

/** A place that cannot be written is its instance's problem; anything else is a bug. */
function unwritable(error: unknown): Finding {
  if (!(error instanceof Error) || !('syscall' in error)) throw error;
  const allowed = 'a place that can be written';
  return { rule: UNWRITABLE, place: null, found: error.message, allowed };
}

async function gameOf(
  { game, asked: own }: TaskItem,
  bytes: Uint8Array,
  options: TaskOptions,
): Promise<AnyGame | Finding> {
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
  readonly options: TaskOptions;
  /** Called at the start and the end of each case. */
  readonly tick: () => void;
}

/** The stages, timed: all cases of an instance are one chunk. */
function solve({ bytes, sha256In }: Content, { game, proof, options, tick }: Solver) {
  const start = performance.now();
  const file = parse(game, bytes, options);
  const parsed = performance.now();
  const chunk = { first: 0, last: file.cases.length - 1 };
  const results = solveChunk(game, file, chunk, {
    budget: options.budget,
    certify: isCertified(sha256In, options),
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

/** To ask for the peak takes 45 µs, so it is asked for only after instances that took much longer. */
const LONG_MILLISECONDS = 5;
let peakMegabytes = measuredPeak();

function measuredPeak(): number {
  return Math.round(process.resourceUsage().maxRSS / 1000);
}

/** A sample is one instance in sixteen, by its content: the same ones in every run. */
function isCertified(sha256In: string, { certify }: TaskOptions): boolean {
  return certify === 'all' || (certify === 'sample' && sha256In.startsWith('0'));
}

/** Writes the answer file, takes back one that no longer holds, and holds the answer to what is expected. */
function deliverTo(item: TaskItem, { answer: text }: FileResult, options: TaskOptions): Delivery {
  const { answer, expect } = item;
  if (text === null) {
    if (answer !== null) withdraw({ ...item, answer }, options);
    return NOTHING_DELIVERED;
  }
  if (answer !== null) return deliver({ ...item, answer }, text, options);
  return { wrote: null, remark: unlessExpected(expect, text) };
}

/** One that is there and is no sidecar of ours is left alone. */
function writeSidecar(answer: string, rows: readonly Row[]): void {
  const path = `${answer.replace(/\.[^./\\]*$/, '')}.result.json`;
  if (existsSync(path) && !readFileSync(path, 'utf8').startsWith('[{"id":')) return;
  writeAtomically(path, `${JSON.stringify(rows)}\n`);
}
