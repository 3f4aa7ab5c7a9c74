import { describe, expect, test } from 'vitest';
import { type BipartiteGraph, UNCOVERED } from '../../../core/graph/bipartite-graph.ts';
import { maximumMatching } from '../../../core/graph/bipartite-matching.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { ShrinkingMatching } from '../../../core/graph/shrinking-matching.ts';
import { Random } from '../../../core/random/random.ts';

const ROWS = 7;
const COLUMNS = 8;
const CELLS = ROWS * COLUMNS;
const seeds = Array.from({ length: 150 }, (_, seed) => seed);

type GraphOf = (open: Uint8Array) => BipartiteGraph;
const board7x8: GraphOf = (open) => gridGraph(ROWS, COLUMNS, open);

function sizeOf(graph: BipartiteGraph): number {
  const mates = maximumMatching(graph);
  return mates.filter((mate) => mate !== UNCOVERED).length / 2;
}

/** What `remove` has to tell: whether the largest matching becomes smaller, made anew each time. */
function expected(open: Uint8Array, order: readonly number[], graphOf = board7x8): boolean[] {
  const left = Uint8Array.from(open);
  let size = sizeOf(graphOf(left));
  return order.map((v) => {
    const before = size;
    left[v] = 0;
    size = sizeOf(graphOf(left));
    return size < before;
  });
}

function openCells(open: Uint8Array): number[] {
  return [...open.keys()].filter((v) => open[v] === 1);
}

/** A long walk that enters no cell twice: to the neighbour with the fewest ways on. */
function walk(random: Random, { offsets, neighbours }: BipartiteGraph, start: number): number[] {
  const walked = [start];
  for (let at: number | undefined = start; at !== undefined; ) {
    const ways = (v: number) =>
      [...neighbours.subarray(offsets[v], offsets[v + 1])].filter((next) => !walked.includes(next));
    const [next] = random.shuffled(ways(at)).sort((a, b) => ways(a).length - ways(b).length);
    at = next;
    if (next !== undefined) walked.push(next);
  }
  return walked;
}

describe.each([0.05, 0.15, 0.35])('on boards with a share of %d blocked', (blocked) => {
  const boards = seeds.map((seed) => {
    const random = new Random(seed);
    const open = Uint8Array.from({ length: CELLS }, () => Number(!random.chance(blocked)));
    return { random, open, graph: board7x8(open), seed };
  });

  test('cells removed in any order are told of as by a matching from scratch', () => {
    for (const { random, open, graph, seed } of boards) {
      const order = random.shuffled(openCells(open));
      const matching = new ShrinkingMatching(graph);
      const told = order.map((v) => matching.remove(v));
      expect(told, `seed ${seed}`).toEqual(expected(open, order));
    }
  });

  test('so are those along walks, one after the other over the same board', () => {
    for (const { random, open, graph, seed } of boards) {
      const order: number[] = [];
      const matching = new ShrinkingMatching(graph);
      for (let walks = 0; walks < 4; walks++) {
        const rest = openCells(open).filter((v) => !order.includes(v));
        if (rest.length === 0) break;
        const taken = walk(random, graph, random.pick(rest));
        order.push(...taken.filter((v) => !order.includes(v)));
      }
      const told = order.map((v) => matching.remove(v));
      expect(told, `seed ${seed}`).toEqual(expected(open, order));
    }
  });
});

test.each([
  [
    ['........', '........', '......#.', '........'],
    [30, 8, 10, 27, 13, 26, 18, 4, 31, 0, 5, 21, 7, 16, 14, 6, 19, 1, 29],
  ],
  [
    ['.#.##...', '.#......', '..#....#', '.#.....#', '...#.#..', '....#..#', '...####.'],
    [45, 17, 48, 41, 42, 20, 36, 14, 55, 22, 6, 27, 5, 40],
  ],
])('a dead end that a path has led out of is alive again: %j', (rows, order) => {
  const open = Uint8Array.from(rows.join(''), (cell) => Number(cell === '.'));
  const board = (cells: Uint8Array) => gridGraph(rows.length, 8, cells);
  const matching = new ShrinkingMatching(board(open));
  const told = order.map((v) => matching.remove(v));
  expect(told).toEqual(expected(open, order, board));
});
