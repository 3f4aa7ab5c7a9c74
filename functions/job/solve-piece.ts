import type { AnyGame } from '../../core/game.ts';
import { loadGame } from '../../core/games/index.ts';
import { askedOf, JUDGES } from '../../core/pipeline/asked.ts';
import { type Budget, DEFAULT_BUDGET } from '../../core/pipeline/budget.ts';
import { format } from '../../core/pipeline/format.ts';
import type { CaseResults, Chunk, ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { parsePiece } from '../../core/pipeline/pieces.ts';
import { sliceOf } from '../../core/pipeline/slice.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import { solveChunk } from '../../core/pipeline/solve-chunk.ts';
import type { Finding } from '../../core/text/errors.ts';
import { sha256 } from '../../io/hash.ts';
import { measuredPeak } from '../../io/peak-memory.ts';
import { unlessExpected } from '../../io/results/differing.ts';
import { keyOf } from '../../io/results/key.ts';
import { round } from '../../io/results/row.ts';
import { type LineInstance, lineInstances } from './instances.ts';
import type { Manifest, PlannedPiece } from './manifest.ts';
import type { Solved } from './part.ts';

/** A piece and its bytes, and the time there is for it. */
export interface PieceWork {
  readonly manifest: Manifest;
  /** The game of a file. */
  readonly game: string | null;
  readonly piece: PlannedPiece;
  /** Those of the piece alone. */
  readonly bytes: Uint8Array;
  readonly now: () => number;
  readonly expired: () => boolean;
}

/** What came of a range: `part` gives the results of any range within `first` to `last`. */
export interface RangeResult extends Chunk {
  readonly part: (range: Chunk) => readonly Solved[];
}

/** Solves ranges of one piece, which is read once. Always solves one instance or case at the least. */
export type SolveRange = (range: Chunk) => Promise<RangeResult>;

/** How the ranges of a piece are solved. */
export async function solverOf(work: PieceWork): Promise<SolveRange> {
  return work.manifest.kind === 'file'
    ? casesSolver(work)
    : async (range) => solveLines(work, range);
}

/** The cases of a file's piece. */
async function casesSolver(work: PieceWork): Promise<SolveRange> {
  const { piece, bytes, manifest } = work;
  const game = await fileGame(work);
  const { line, column } = piece;
  const file = parsePiece(game, bytes, { ...piece, place: { line, column } }, manifest.options);
  return async ({ first, last }) => {
    const chunk = { first: first - piece.first, last: last - piece.first };
    const { last: reached, ...results } = solveChunk(game, file, chunk, {
      budget: DEFAULT_BUDGET,
      now: work.now,
      expired: work.expired,
    });
    const solved: Chunk = { first, last: reached + piece.first };
    const part = (range: Chunk) => {
      const at = { first: range.first - first, last: range.last - first };
      const part = sliceOf(results, at, chunk.first);
      return [{ ...NO_FRAME, first: range.first, results: part, peakMegabytes: measuredPeak() }];
    };
    return { ...solved, part };
  };
}

/** The plan found the game, and that it gives the answers asked for. */
async function fileGame({ game, manifest: { options } }: PieceWork): Promise<AnyGame> {
  return askedOf(await loadGame(game ?? ''), options.asked ?? JUDGES) as AnyGame;
}

/** The only case of a file. Its budget was looked at when it was planned. */
export function solveFile(game: AnyGame, c: unknown, now: () => number): Solved {
  const file = { cases: [c], ends: [], errors: new Map(), warnings: [] };
  const { first, last: _last, ...results } = solveChunk(game, file, { first: 0, last: 0 }, { now });
  return { ...NO_FRAME, first, results, peakMegabytes: measuredPeak() };
}

const NO_FRAME = {
  index: 0,
  frame: null,
  problem: null,
  millisecondsParse: 0,
} as const;

async function solveLines(work: PieceWork, { first, last }: Chunk): Promise<RangeResult> {
  const { manifest, piece, bytes } = work;
  const problems = new Map(piece.problems);
  const solved: Solved[] = [];
  let reached = first - 1;
  const start = { index: piece.first, line: piece.line };
  for (const instance of lineInstances(manifest, bytes, start)) {
    const { index } = instance;
    if (index < first) continue;
    if (index > last || (index > first && work.expired())) break;
    solved.push(await solveInstance(work, instance, problems.get(index) ?? instance.problem));
    reached = index;
  }
  const part = (range: Chunk) =>
    solved.filter(({ index }) => range.first <= index && index <= range.last);
  return { first, last: reached, part };
}

async function solveInstance(
  work: PieceWork,
  instance: LineInstance,
  problem: Finding | null,
): Promise<Solved> {
  const { options } = work.manifest;
  const game =
    problem ?? (await gameFor(instance.game, instance.bytes, askedIn(instance, options)));
  if ('rule' in game) return useless(instance, options, game);
  return solveWhole(game, instance, options, { budget: DEFAULT_BUDGET, now: work.now });
}

/** Solves all cases of one instance: once started it is finished, whatever the time. */
export function solveWhole(
  game: AnyGame,
  instance: LineInstance,
  options: Manifest['options'],
  how: { readonly now: () => number; readonly budget?: Budget },
): Solved {
  const { index, bytes, expect } = instance;
  const start = how.now();
  const file = parse(game, bytes, options);
  const millisecondsParse = round(how.now() - start);
  const results = solveChunk(game, file, wholeOf(file), how);
  const answer = format(game, results);
  const remark = answer === null ? null : unlessExpected(expect, answer);
  const warnings = [...instance.warnings, ...file.warnings];
  const frame = { ...frameOf(instance, options, game), warnings, remark };
  const times = { millisecondsParse, peakMegabytes: measuredPeak() };
  return { index, frame, problem: null, first: 0, results, ...times };
}

function wholeOf({ cases }: ParsedFile): Chunk {
  return { first: 0, last: cases.length - 1 };
}

/** The result of an instance that no solver sees. */
export function useless(
  instance: LineInstance,
  options: Manifest['options'],
  problem: Finding,
): Solved {
  const { index, warnings } = instance;
  const frame = { ...frameOf(instance, options, null), warnings, remark: null };
  const times = { millisecondsParse: 0, peakMegabytes: 0 };
  return { index, frame, problem, first: 0, results: NO_CASES, ...times };
}

export const NO_CASES: CaseResults = {
  answers: [],
  errors: new Map(),
  caveats: new Map(),
  certified: new Map(),
  steps: [],
  milliseconds: [],
};

function frameOf(instance: LineInstance, options: Manifest['options'], game: AnyGame | null) {
  const { named, bytes, answer } = instance;
  const sha256In = sha256(bytes);
  const key = keyOf(instance, sha256In, { ...KEY_OPTIONS, ...askedIn(instance, options) });
  return { named, sha256In, key, game: game?.name ?? null, answer };
}

/** What a job cannot be asked for. */
export const KEY_OPTIONS = { literal: false, certify: 'none', secondSolver: false } as const;

/** How an instance of lines is read and what it asks for. */
export function askedIn({ asked }: LineInstance, options: Manifest['options']) {
  return { lenient: options.lenient, asked: asked ?? options.asked ?? JUDGES };
}
