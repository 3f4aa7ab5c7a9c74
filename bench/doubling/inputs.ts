import { Random } from '../../core/random/random.ts';
import { completeDag } from '../published.ts';

/** Inputs of one game that double in size. */
export interface Doubled {
  readonly game: string;
  /** What is made larger. */
  readonly grows: string;
  /** The size that is doubled, at first. */
  readonly from: number;
  /** What is claimed in the README of the game: the time is a power of the size, up to logarithms. */
  readonly exponent: number;
  /** `run` counts from 0; what a solver keeps from one run must not serve the next. */
  readonly text: (size: number, run: number) => string;
}

/** One line each. */
function lines(count: number, line: (index: number) => string | number): string {
  return `${Array.from({ length: count }, (_, index) => line(index)).join('\n')}\n`;
}

function list(count: number, item: () => number): string {
  return `${Array.from({ length: count }, item).join(' ')}\n`;
}

/** Edges from larger to smaller vertices. */
function edges(random: Random, vertices: number, count: number): string {
  return lines(count, () => {
    const u = random.between(2, vertices);
    return `${u} ${random.between(1, u - 1)}`;
  });
}

function colouredGraph(random: Random): string {
  const coloured = lines(5_000, () => `${random.between(101, 200)} ${random.between(1, 100)} 1`);
  return `200 5000\n${coloured}`;
}

/** About `cells` cells in a square, of any width but odd ones only in pairs. */
function square(cells: number): number {
  return 2 * Math.round(Math.sqrt(cells) / 2);
}

function board(size: number, cell: (row: number, column: number) => string): string {
  const side = square(size);
  const rows = lines(side, (row) =>
    Array.from({ length: side }, (_, column) => cell(row, column)).join(''),
  );
  return `${side} ${side}\n${rows}`;
}

/** The hole goes row by row over a board on which every piece fits. */
function longestRecord(size: number): string {
  const side = square(size);
  const cells = board(size, (row, column) => {
    if (row + column === 0) return '.';
    return (row + column) % 2 === 0 ? 'X' : 'O';
  });
  const rounds = (side * side - 2) / 2;
  const moves = lines(2 * rounds, (move) => {
    const row = Math.floor((move + 1) / side);
    const step = (move + 1) % side;
    return `${row + 1} ${row % 2 === 0 ? step + 1 : side - step}`;
  });
  return `${cells}${rounds}\n${moves}`;
}

const random = new Random(1);
const free = (share: number) => () => (random.chance(share) ? '.' : '#');

export const doubled: readonly Doubled[] = [
  {
    game: 'colored-token-split',
    grows: 'tokens',
    from: 100_000,
    exponent: 1,
    text: (size) => `${colouredGraph(random)}${size}\n${list(size, () => random.between(1, 200))}`,
  },
  {
    game: 'two-tokens-on-dag',
    grows: 'vertices, 5 edges and a token each',
    from: 20_000,
    exponent: 1,
    text: (size) =>
      `${size} ${5 * size} ${size}\n${edges(random, size, 5 * size)}${list(size, () => random.between(1, size))}`,
  },
  {
    game: 'election-promises',
    grows: 'vertices, an edge each',
    from: 40_000,
    exponent: 1,
    text: (size) =>
      `${size} ${size}\n${list(size, () => random.below(1e9))}${edges(random, size, size)}`,
  },
  {
    game: 'corner-geography',
    grows: 'numbers',
    from: 40_000,
    exponent: 1,
    text: (size) => lines(size, () => random.between(1, 10_000)),
  },
  {
    game: 'black-white-pairs',
    grows: 'cells, k = 1,000, d = 1',
    from: 40_000,
    exponent: 1,
    text: (size) => `${size} 1000 1\n`,
  },
  {
    game: 'black-white-pairs',
    grows: 'cells, k = n / 2, d = 1',
    from: 5_000,
    exponent: 2,
    text: (size) => `${size} ${size / 2} 1\n`,
  },
  {
    game: 'delete-nim',
    grows: 'heaps',
    from: 200_000,
    exponent: 1,
    text: (size) => `1\n${size}\n${list(size, () => random.between(1, 2e9))}`,
  },
  {
    game: 'even-split-heaps',
    grows: 'the largest heap, of all',
    from: 50_000,
    exponent: 1,
    text: (size, run) => {
      let heap = 0;
      return `1 ${2 + (run % 2)}\n${size} ${list(size, () => ++heap)}`;
    },
  },
  {
    game: 'even-split-heaps',
    grows: 'one heap',
    from: 250_000,
    exponent: 3 / 4,
    text: (size, run) => `1 ${2 + (run % 2)}\n1 ${size}\n`,
  },
  {
    game: 'sliding-geography',
    grows: 'cells, all entered',
    from: 20_000,
    exponent: 1,
    text: longestRecord,
  },
  {
    game: 'grid-geography',
    grows: 'cells, 70 % free',
    from: 40_000,
    exponent: 1.5,
    text: (size) => board(size, free(0.7)),
  },
  {
    game: 'grid-geography',
    grows: 'cells, 95 % free',
    from: 40_000,
    exponent: 1.5,
    text: (size) => board(size, free(0.95)),
  },
  {
    game: 'coin-progressions',
    grows: 'coins',
    from: 500_000,
    exponent: 1,
    text: (size) => `1\n${size} 20\n${list(size, () => random.below(2))}`,
  },
];

/** The graph whose vertices become one more each time, which triples the pairs of sets. */
export const tripled = {
  game: 'dag-subgraph-count',
  grows: 'a vertex, complete graphs',
  from: 19,
  factor: 3,
  text: (vertices: number) => completeDag(vertices, 0),
};
