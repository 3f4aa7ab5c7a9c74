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
}

/** What a thread is started with; the calling thread is number 0. */
export interface ThreadData {
  readonly shared: SharedCase;
  readonly thread: number;
}

const never = () => false;

/** Does assignments until none is left; false when another thread has failed, see `Board.waitFor`. */
export function work(
  { assignments, board: words }: SharedCase,
  solver: TableSolver<unknown, unknown>,
  isLost: () => boolean = never,
): boolean {
  const board = new Board(words);
  for (;;) {
    const assignment = assignments[board.take()];
    if (assignment === undefined) return true;
    if (!board.waitFor(assignment.after, isLost)) return false;
    solver.solve(assignment.part);
    board.finish();
  }
}
