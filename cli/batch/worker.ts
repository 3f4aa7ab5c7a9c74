import type { AnyGame } from '../../core/game.ts';
import { findGame } from '../../core/games/index.ts';
import { proofs } from '../../core/games/proofs.ts';
import { format } from '../../core/pipeline/format.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { solveChunk } from '../../core/pipeline/solve-chunk.ts';
import { type AnyProof, literalSolver } from '../../core/proof.ts';
import { InvariantError } from '../../core/text/errors.ts';
import { writeAtomically } from '../../io/atomic-write.ts';
import { type Content, contentOf } from './content.ts';
import { errorRow, type Row, type RowFrame, round, rowsOf } from './rows.ts';
import { withSecondOpinion } from './second-opinion.ts';
import { sniffGame } from './sniff.ts';
import type { Task, TaskItem, TaskOptions, TaskResult } from './task.ts';
import { writeAnswer } from './write-answer.ts';

/** Solves the instances of one task, one after another, and writes their answers. */
export default async function work({ items, begun, options }: Task): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  for (const item of items) {
    Atomics.add(begun, 0, 1);
    results.push(await solveItem(item, options));
  }
  return results;
}

async function solveItem(item: TaskItem, options: TaskOptions): Promise<TaskResult> {
  const content = contentOf(item, options);
  const game = content.problem ?? (await gameOf(item, content.bytes, options));
  if ('rule' in game) {
    const rows = [errorRow(frameOf(item, content, options), null, game)];
    return { index: item.index, rows, differs: false };
  }
  const proof = options.literal || options.secondSolver ? await loadProof(game.name) : null;
  const { rows, answer } = solve(item, content, { game, proof, options });
  const written = deliver(item, rows, answer, options);
  const differs = item.expect !== null && answer !== null && !sameTokens(item.expect, answer);
  return { index: item.index, rows, differs: differs || written === 'kept' };
}

function gameOf({ game }: TaskItem, bytes: Uint8Array, options: TaskOptions) {
  return game === null ? sniffGame(bytes, options) : loadGame(game);
}

async function loadGame(name: string): Promise<AnyGame> {
  const entry = findGame(name);
  if (entry === undefined) throw new InvariantError(`worker: no game ${name}`);
  return (await entry.load()).game;
}

async function loadProof(name: string): Promise<AnyProof | null> {
  return (await proofs[name]?.())?.proof ?? null;
}

/** A game at work: with its brute force where the options ask for it. */
interface Solver {
  readonly game: AnyGame;
  readonly proof: AnyProof | null;
  readonly options: TaskOptions;
}

/** The stages, timed: all cases of an instance are one chunk. */
function solve(
  item: TaskItem,
  content: Content,
  { game, proof, options }: Solver,
): { rows: readonly Row[]; answer: string | null } {
  const start = performance.now();
  const file = parse(game, content.bytes, options);
  const parsed = performance.now();
  const chunk = { first: 0, last: file.cases.length - 1 };
  const results = solveChunk(game, file, chunk, {
    budget: options.budget,
    certify: isCertified(content, options),
    now: () => performance.now(),
    ...(options.literal && proof !== null ? { solve: literalSolver(proof) } : {}),
  });
  const second = options.secondSolver ? proof : null;
  const checked = withSecondOpinion(game, file, results, second);
  const answer = format(game, checked);
  if (performance.now() - start > LONG_MILLISECONDS) peakMegabytes = measuredPeak();
  const frame = frameOf(item, content, options, parsed - start);
  const rows = rowsOf(frame, game, file, { ...checked, warnings: file.warnings, answer });
  return { rows, answer };
}

/** To ask for the peak takes 45 µs, so it is asked for only after instances that took much longer. */
const LONG_MILLISECONDS = 5;
let peakMegabytes = measuredPeak();

function measuredPeak(): number {
  return Math.round(process.resourceUsage().maxRSS / 1000);
}

/** A sample is one instance in sixteen, by its content: the same ones in every run. */
function isCertified({ sha256In }: Content, { certify }: TaskOptions): boolean {
  return certify === 'all' || (certify === 'sample' && sha256In.startsWith('0'));
}

function frameOf(
  instance: TaskItem,
  { sha256In, key }: Content,
  { literal }: TaskOptions,
  milliseconds = 0,
): RowFrame {
  const method = literal ? 'literal' : 'published';
  return { instance, sha256In, key, method, millisecondsParse: round(milliseconds), peakMegabytes };
}

function deliver(
  item: TaskItem,
  rows: readonly Row[],
  answer: string | null,
  options: TaskOptions,
) {
  if (item.answer === null || answer === null) return 'none';
  const written = writeAnswer(item.answer, answer, item.formerAnswer, options.overwrite);
  if (options.sidecar) {
    const sidecar = `${item.answer.replace(/\.[^./\\]*$/, '')}.result.json`;
    writeAtomically(sidecar, `${JSON.stringify(rows)}\n`);
  }
  return written;
}

function sameTokens(expected: string, answer: string): boolean {
  return expected.trim().split(/\s+/).join(' ') === answer.trim().split(/\s+/).join(' ');
}
