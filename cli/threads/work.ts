import type { Asked } from '../../core/game.ts';
import type { SharedMemory, TableSolver } from '../../core/table-split.ts';
import type { Assignment } from './assignments.ts';
import { Board } from './board.ts';

/** One case that several threads solve; it can be posted to them. */
export interface SharedCase {
  readonly game: string;
  /** What the game was asked for. */
  readonly asked: Asked;
  readonly c: unknown;
  readonly memory: SharedMemory;
  readonly assignments: readonly Assignment[];
  readonly board: SharedArrayBuffer;
  /** Term of each assignment that is done, a 32-bit number. */
  readonly terms: SharedArrayBuffer;
}

/** What a thread is started with; the calling thread is number 0. */
export interface ThreadData {
  readonly shared: SharedCase;
  readonly thread: number;
}

const never = () => false;

/** Does assignments until none is left; false when another thread has failed, see `Board.waitFor`. */
export function work(
  { assignments, board: words, terms: memory }: SharedCase,
  solver: TableSolver<unknown>,
  isLost: () => boolean = never,
): boolean {
  const board = new Board(words);
  const terms = new Uint32Array(memory);
  for (;;) {
    const number = board.take();
    const assignment = assignments[number];
    if (assignment === undefined) return true;
    if (!board.waitFor(assignment.after, isLost)) return false;
    terms[number] = solver.solve(assignment.part);
    board.finish();
  }
}
