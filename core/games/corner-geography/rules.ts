import type { Limits } from '../../text/limit.ts';

/** The side n of an n × n board; past 2^53 a bigint. */
export type Case = number | bigint;

/** Whether the first player, Alice, wins. */
export type Answer = boolean;

/** Cells are numbered row by row from 0, the corner where the token starts. */
export interface Position {
  readonly cell: number;
  /** Per cell, whether the token has been there. */
  readonly entered: readonly boolean[];
}

/** A side of 0 ends the file; it is no board. */
export const limits = {
  side: { symbol: 'n', min: 0, max: Number.POSITIVE_INFINITY, published: 10_000 },
} as const satisfies Limits;

export function startPosition(side: number): Position {
  return { cell: 0, entered: Array.from({ length: side * side }, (_, cell) => cell === 0) };
}

/** Step to a neighbour, up, down, left or right, where the token has not been. */
export function* options(side: number, { cell, entered }: Position): Generator<Position> {
  for (const next of neighbours(side, cell)) {
    if (entered[next]) continue;
    yield { cell: next, entered: entered.with(next, true) };
  }
}

function neighbours(side: number, cell: number): number[] {
  const row = Math.floor(cell / side);
  const column = cell % side;
  const beside = [];
  if (row > 0) beside.push(cell - side);
  if (row + 1 < side) beside.push(cell + side);
  if (column > 0) beside.push(cell - 1);
  if (column + 1 < side) beside.push(cell + 1);
  return beside;
}
