import {
  type AnyTableSplit,
  type CellRange,
  defineTable,
  type RoundRange,
  type SharedMemory,
  type TableSolver,
  type Term,
} from '../../table-split.ts';
import { LimitError } from '../../text/errors.ts';
import type { TwoSources } from '../../theory/count-by-grundy-layers.ts';
import { type BlockRange, blocksOf, roundCount } from '../../theory/grundy-layer-blocks.ts';
import { blocksBelow, cut } from './cut.ts';
import { Kernel, type KernelTask, kernelLow, SCRATCH_BYTES } from './kernel.ts';
import { tableKinds } from './kinds.ts';
import { roundsOf } from './plan.ts';
import type { Case } from './rules.ts';
import { subsetsWon, twoSources } from './shares.ts';

/** Blocks of one round, or all blocks of several rounds one after another, modulo one number. */
export interface Part {
  /** Which of the moduli. */
  readonly index: number;
  readonly rounds: RoundRange;
  readonly blocks: BlockRange;
}

/** The odd numbers that subsets are counted modulo, and the answer that follows from the residues. */
export interface Residues<Answer> {
  readonly moduli: (c: Case) => readonly number[];
  readonly finish: (c: Case, residues: readonly number[]) => Answer;
}

/**
 * For each modulus, one after another, π of the sets of inner vertices in the order of their masks: a
 * round appends to it.
 */
export function tableOf<Answer>({ moduli, finish }: Residues<Answer>): AnyTableSplit {
  const shape = (c: Case) => shapeOf(c, moduli(c));
  return defineTable<Case, Answer, Part>({
    rounds: (c) => shape(c).rounds,
    steps: (c, round) => {
      const over = moduli(c);
      return (roundsOf(c, largest(over))[round]?.steps ?? 0) * over.length;
    },
    parts: (c, rounds, count) => partsOf(rounds, count, moduli(c).length),
    partsPerWorker: (c) => partsPerWorker(twoSources(c), largest(moduli(c))),
    cells: (c) => moduli(c).length * shape(c).cells,
    writes: (c, { index, blocks }) => cellsOf(shape(c), index, blocks),
    reads: (c, { index, rounds, blocks }) =>
      blocksBelow(rounds, blocks).map((below) => cellsOf(shape(c), index, below)),
    allocate: (c, threads) => allocate(shape(c).bytes + threads * SCRATCH_BYTES),
    attach: (c, memory, thread) => attach(c, moduli(c), memory, thread),
    finish: (c, terms) => finish(c, residuesOf(c, moduli(c), terms)),
  });
}

/** Each part fills the weight tables of its layers anew, unless they are few. */
function partsPerWorker(graph: TwoSources, modulus: number): number {
  const low = kernelLow(graph.inner, modulus);
  return tableKinds(graph, low, graph.inner) === null ? 2 : 6;
}

function allocate(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MOST_PAGES) {
    throw new LimitError({
      rule: 'cost/too-large',
      place: null,
      found: `tables of ${Math.ceil(bytes / 1e6)} MB`,
      allowed: `${Math.floor((MOST_PAGES * PAGE) / 1e6)} MB, which 32-bit addresses reach`,
      hint: 'count modulo one number, or fewer vertices',
    });
  }
  return new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
}

function attach(
  c: Case,
  over: readonly number[],
  memory: SharedMemory,
  thread: number,
): TableSolver<Part> {
  const { graph, cells, bytes } = shapeOf(c, over);
  const kernel = new Kernel(memory, bytes + thread * SCRATCH_BYTES);
  const tasks = over.map((modulus, index): KernelTask => {
    return { graph, modulus, cells: 4 * index * cells };
  });
  return {
    cells: new Uint32Array(memory.buffer, 0, over.length * cells),
    solve: ({ index, rounds, blocks }) => {
      const task = tasks[index] as KernelTask;
      if (rounds.first === rounds.last) kernel.solve(task, blocks);
      else
        for (let round = rounds.first; round <= rounds.last; round++) {
          kernel.solve(task, blocksOf(round));
        }
      return kernel.termOf(task, blocks);
    },
  };
}

/** For each modulus, how many subsets the first player wins on, from the terms of π of all vertices. */
function residuesOf(
  c: Case,
  over: readonly number[],
  terms: readonly Term<Part>[],
): readonly number[] {
  return over.map((modulus, index) => {
    const share = terms.reduce((sum, { part, term }) => sum + (part.index === index ? term : 0), 0);
    return subsetsWon(c, share % modulus, modulus);
  });
}

function cellsOf({ size, cells }: Shape, index: number, { first, last }: BlockRange): CellRange {
  return { start: index * cells + first * size, end: index * cells + last * size };
}

const PAGE = 65536;
/** 4 GB, which a module of 32-bit addresses ends at. */
const MOST_PAGES = 65536;

interface Shape {
  readonly graph: TwoSources;
  readonly rounds: number;
  /** Cells in a block. */
  readonly size: number;
  /** Cells for one modulus. */
  readonly cells: number;
  /** Bytes of the whole table, rounded up to a page. */
  readonly bytes: number;
}

function largest(moduli: readonly number[]): number {
  return Math.max(...moduli);
}

/** Moduli on both sides of 2^30 do not occur together, so that all have blocks of the same size. */
function shapeOf(c: Case, moduli: readonly number[]): Shape {
  const graph = twoSources(c);
  const low = kernelLow(graph.inner, largest(moduli));
  const cells = 2 ** graph.inner;
  const bytes = Math.ceil((4 * cells * moduli.length) / PAGE) * PAGE;
  return { graph, rounds: roundCount(graph.inner, low), size: 2 ** low, cells, bytes };
}

function partsOf(rounds: RoundRange, count: number, moduli: number): readonly Part[] {
  const blocks = { first: blocksOf(rounds.first).first, last: blocksOf(rounds.last).last };
  const ranges =
    rounds.first === rounds.last ? cut(blocks, Math.max(1, Math.floor(count / moduli))) : [blocks];
  return Array.from({ length: moduli }, (_, index) =>
    ranges.map((each) => ({ index, rounds, blocks: each })),
  ).flat();
}
