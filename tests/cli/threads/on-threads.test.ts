import { expect, test } from 'vitest';
import { assignmentsOf } from '../../../cli/threads/assignments.ts';
import { Board } from '../../../cli/threads/board.ts';
import { onThreads, ThreadError } from '../../../cli/threads/on-threads.ts';
import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';
import { loadGame } from '../../../core/games/index.ts';
import { proofs } from '../../../core/games/proofs.ts';
import { Random } from '../../../core/random/random.ts';
import { type Behaviour, game as cells } from './cells.ts';

const module = new URL('./cells-thread.ts', import.meta.url);
const dag = await loadGame('dag-subgraph-count');

function solveCells(threads: number, behaviour: Behaviour): unknown {
  const options = { threads, millisecondsPerPart: 1e-6, module };
  return onThreads(cells, options).solve({ rounds: 5, helpers: threads - 1, behaviour });
}

test.each([2, 3, 7])('%i threads, all of them at work, fill the table in its rounds', (threads) => {
  expect(solveCells(threads, 'help')).toBe(9 ** 5 - 1);
});

test('what a helper throws is thrown to the caller', () => {
  expect(() => solveCells(3, 'throw')).toThrow(ThreadError);
  expect(() => solveCells(3, 'throw')).toThrow(/RangeError: found a helper that throws/);
});

test('a helper that ends in the middle of a part ends the case, whatever its exit code', () => {
  expect(() => solveCells(2, 'exit')).toThrow('worker exited with code 0');
});

test.each([1, 2, 3, 7])('%i threads count like one', async (threads) => {
  const small = (await proofs['dag-subgraph-count']?.())?.proof.large ?? {};
  const solver = onThreads(dag, { threads, millisecondsPerThread: 0, millisecondsPerPart: 0.01 });
  for (const name of ['published-max', 'complete-18']) {
    for (const c of small[name]?.(new Random(1)) ?? []) {
      expect(solver.solve(c), name).toBe(dag.solve(c));
    }
  }
});

test('a small case, and a game without a table, take no threads', async () => {
  const none = new URL('./none.ts', module);
  const [c] =
    (await proofs['dag-subgraph-count']?.())?.proof.large['published-max']?.(new Random(1)) ?? [];
  expect(onThreads(dag, { threads: 2, module: none }).solve(c)).toBe(587_088_523);
  const other = await loadGame('delete-nim');
  expect(onThreads(other, { threads: 2 })).toBe(other);
});

test('small rounds are one assignment, and large ones wait for all that are before them', () => {
  const c = completeGraph(22);
  const assignments = assignmentsOf(dag, c, { threads: 2, millisecondsPerPart: 10 });
  const [first, ...others] = assignments;
  expect(first?.part).toMatchObject({ rounds: { first: 0 } });
  expect(first?.after).toBe(0);
  const borders = [...new Set(others.map(({ after }) => after))];
  expect(borders[0]).toBe(1);
  expect(borders.length).toBeGreaterThan(1);
  for (const [at, { after }] of others.entries()) expect(after).toBeLessThanOrEqual(at + 1);
});

function completeGraph(vertices: number): Case {
  const pairs = Array.from({ length: vertices ** 2 }, (_, at) => [
    at % vertices,
    (at / vertices) | 0,
  ]);
  const up = pairs.filter(([x = 0, y = 0]) => x < y);
  const ends = (end: number) => Int32Array.from(up, (pair) => pair[end] as number);
  return { vertices, edges: { tails: ends(0), heads: ends(1) } };
}

test('who waits on the board hears of a failure, and gives up when nobody is there any more', () => {
  const board = new Board(Board.memory());
  expect(board.take()).toBe(0);
  expect(board.waitFor(1, () => true)).toBe(false);
  board.finish();
  expect(board.waitFor(1, () => false)).toBe(true);
  board.fail();
  expect(board.waitFor(1, () => false)).toBe(false);
});
