import { closeSync, openSync, writeSync } from 'node:fs';
import { codec } from '../../core/games/sliding-geography/codec.ts';
import {
  besideStrangers,
  everyCell,
  surplusFarAway,
} from '../../core/games/sliding-geography/generate.ts';
import type { Case } from '../../core/games/sliding-geography/rules.ts';
import { Random } from '../../core/random/random.ts';

/** An input too long to be made in memory first. */
export interface Largest {
  readonly game: string;
  readonly name: string;
  /** What the whole command may take. */
  readonly seconds: number;
  readonly flags?: readonly string[];
  readonly write: (path: string) => void;
}

const BLOCK = 1 << 20;

/** Writes what a generator yields, a block at a time. */
function writeAll(path: string, parts: Iterable<string>): void {
  const file = openSync(path, 'w');
  let block = '';
  for (const part of parts) {
    block += part;
    if (block.length < BLOCK) continue;
    writeSync(file, block);
    block = '';
  }
  writeSync(file, block);
  closeSync(file);
}

function* edges(random: Random, vertices: number, count: number): Generator<string> {
  for (let edge = 0; edge < count; edge++) {
    const u = random.between(2, vertices);
    yield `${u} ${random.between(1, u - 1)}\n`;
  }
}

function* list(count: number, item: () => number): Generator<string> {
  for (let index = 0; index < count; index++) yield `${item()}${index + 1 < count ? ' ' : '\n'}`;
}

function* heights(vertices: number, count: number): Generator<string> {
  const random = new Random(1);
  yield `${vertices} ${count}\n`;
  yield* list(vertices, () => random.below(1e9));
  yield* edges(random, vertices, count);
}

function* tokens(vertices: number, count: number, most: number): Generator<string> {
  const random = new Random(1);
  yield `${vertices} ${count} ${most}\n`;
  yield* edges(random, vertices, count);
  yield* list(most, () => random.between(1, vertices));
}

function* board(side: number, free: number): Generator<string> {
  const random = new Random(1);
  yield `${side} ${side}\n`;
  for (let row = 0; row < side; row++) {
    const cells = Array.from({ length: side }, () => (random.chance(free) ? '.' : '#'));
    yield `${cells.join('')}\n`;
  }
}

function* heaps(cases: number, each: number, size: number): Generator<string> {
  const random = new Random(1);
  yield `${cases} 2\n`;
  for (let number = 0; number < cases; number++) {
    yield `${each} `;
    yield* list(each, () => random.between(1, size));
  }
}

const grid = (side: number, free: number, seconds: number): Largest => ({
  game: 'grid-geography',
  name: `${side} × ${side}, ${free * 100} % free`,
  seconds,
  write: (path) => writeAll(path, board(side, free)),
});

const BOARD = { rows: 500, columns: 500 };

const slide = (name: string, record: (random: Random) => Case): Largest => ({
  game: 'sliding-geography',
  name: `500 × 500, ${name}`,
  seconds: 30,
  write: (path) => writeAll(path, [codec.formatCases([record(new Random(1))])]),
});

const strip = (text: string, seconds: number, flags: readonly string[] = []): Largest => ({
  game: 'black-white-pairs',
  name: `n k d = ${text} ${flags.join(' ')}`,
  seconds,
  flags,
  write: (path) => writeAll(path, [`${text}\n`]),
});

export const largest: readonly Largest[] = [
  {
    game: 'two-tokens-on-dag',
    name: 'n = K = 10^6, m = 10^7',
    seconds: 30,
    write: (path) => writeAll(path, tokens(1e6, 1e7, 1e6)),
  },
  {
    game: 'election-promises',
    name: 'n = m = 10^7',
    seconds: 20,
    write: (path) => writeAll(path, heights(1e7, 1e7)),
  },
  strip('100000 1000 1', 2),
  strip('10000000 1000 1', 60),
  strip('10000 100 1', 2, ['--exact']),
  strip('10000 100 1', 2, ['--modulus', '2147483646']),
  {
    game: 'even-split-heaps',
    name: '1,000 × 1,000 heaps to 10^6',
    seconds: 10,
    write: (path) => writeAll(path, heaps(1_000, 1_000, 1e6)),
  },
  {
    game: 'even-split-heaps',
    name: 'a million heaps to 10^7',
    seconds: 60,
    write: (path) => writeAll(path, heaps(1, 1_000_000, 1e7)),
  },
  slide('125,000 rounds', (random) => everyCell(random, BOARD)),
  slide('surplus far away', () => surplusFarAway(BOARD)),
  slide('beside strangers', (random) => besideStrangers(BOARD, 250, () => random.chance(0.07))),
  grid(3_000, 0.7, 30),
  grid(3_000, 0.593, 30),
  grid(3_000, 0.95, 60),
  grid(3_000, 1, 30),
];
