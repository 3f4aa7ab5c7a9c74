import type { Limits } from '../../text/limit.ts';

/** A strip of cells, an even number of pieces on it, and how many of them one turn may move. */
export interface Case {
  readonly cells: number;
  readonly pieces: number;
  readonly moved: number;
}

/** How many starting layouts the first player wins, mod 10^9 + 7. */
export type Answer = number;

/** The cells of the pieces from left to right, 0-based: white, black, white, black … */
export type Layout = readonly number[];

/** A layout and whose turn it is: 0 moves the white pieces, 1 the black ones. */
export interface Position {
  readonly layout: Layout;
  readonly mover: 0 | 1;
}

export const limits = {
  cells: { symbol: 'n', min: 2, max: 10_000_000, published: 10_000 },
  pieces: { symbol: 'k', min: 2, max: 10_000_000, published: 100 },
  moved: { symbol: 'd', min: 1, max: 10_000_000, published: 100 },
} as const satisfies Limits;

/** All ways to put the pieces on the strip, in lexicographic order. */
export function* layouts({ cells, pieces }: Case): Generator<Layout> {
  const layout = Array.from({ length: pieces }, (_, piece) => piece);
  for (let piece = pieces - 1; piece >= 0; ) {
    yield [...layout];
    piece = pieces - 1;
    while (piece >= 0 && layout[piece] === cells - pieces + piece) piece--;
    if (piece < 0) return;
    const cell = (layout[piece] as number) + 1;
    for (let later = piece; later < pieces; later++) layout[later] = cell + later - piece;
  }
}

/** The first player moves white and begins. */
export function startPosition(layout: Layout): Position {
  return { layout, mover: 0 };
}

/**
 * Move at least one and at most d of one's own pieces, each to another cell, to the left or to the
 * right, short of its neighbours. The neighbours are the opponent's, so the order does not matter.
 */
export function* options(c: Case, { layout, mover }: Position): Generator<Position> {
  let turns = [{ layout, moved: 0 }];
  for (let piece: number = mover; piece < layout.length; piece += 2) {
    const further = turns
      .filter(({ moved }) => moved < c.moved)
      .flatMap((turn) =>
        cellsFor(c, layout, piece).map((cell) => ({
          layout: turn.layout.with(piece, cell),
          moved: turn.moved + 1,
        })),
      );
    turns = [...turns, ...further];
  }
  for (const turn of turns.slice(1)) yield { layout: turn.layout, mover: mover === 0 ? 1 : 0 };
}

/** The other cells between the neighbours of a piece. */
function cellsFor({ cells }: Case, layout: Layout, piece: number): number[] {
  const first = (layout[piece - 1] ?? -1) + 1;
  const end = layout[piece + 1] ?? cells;
  const between = Array.from({ length: end - first }, (_, step) => first + step);
  return between.filter((cell) => cell !== layout[piece]);
}
