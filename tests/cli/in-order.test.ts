import { afterEach, expect, test, vi } from 'vitest';
import { InOrder } from '../../cli/batch/in-order.ts';
import type { Piece } from '../../cli/batch/piece.ts';
import { rowsOf } from '../../cli/batch/results-stream.ts';
import { errorRow, frameOf, type Row } from '../../io/results/row.ts';

/** A piece of one row that names its instance, and says how long it is. */
function piece(first: number, found = ''): Piece {
  const named = { file: `${first}`, line: null, id: null };
  const frame = frameOf(named, { sha256In: '', key: '' }, { literal: false });
  const error = { rule: 'unreadable', place: null, found, allowed: '' };
  return {
    first,
    count: 1,
    results: { rows: [errorRow(frame, null, error)] },
    cached: false,
    hasRemarks: true,
  };
}

/** What is handed on and what is stored, by the names of instances, on a clock of its own. */
function scene() {
  const handed: string[] = [];
  const stored: string[] = [];
  const clock = { now: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  const store = {
    put: (rows: Iterable<Row>) => {
      stored.push(...namesOf(rows));
      return { path: '', start: stored.length - 1, end: stored.length };
    },
  };
  const inOrder = new InOrder(store, ({ first, results }) => {
    const isStored = 'stored' in results;
    handed.push(isStored ? `stored ${first}` : `${first}`);
    if (!isStored && !('former' in results)) expect(namesOf(rowsOf(results))).toEqual([`${first}`]);
  });
  return { inOrder, handed, stored, clock };
}

function namesOf(rows: Iterable<Row>): string[] {
  return Array.from(rows, ({ file }) => file);
}

afterEach(() => vi.restoreAllMocks());

test('pieces are handed on in the order of their instances, and are not stored where they wait for a short time', () => {
  const { inOrder, handed, stored } = scene();
  for (const first of [2, 0, 3, 1, 5]) inOrder.put(piece(first));
  expect(handed).toEqual(['0', '1', '2', '3']);
  expect(inOrder.waiting).toBe(1);
  inOrder.finish();
  expect(handed.at(-1)).toBe('5');
  expect(stored).toEqual([]);
});

test('what has waited for half a second is stored, once, and handed on from memory', () => {
  const { inOrder, handed, stored, clock } = scene();
  inOrder.put(piece(1));
  clock.now = 400;
  inOrder.put(piece(2));
  clock.now = 501;
  inOrder.put(piece(3));
  expect(stored).toEqual(['1']);
  clock.now = 901;
  inOrder.put(piece(4));
  expect(stored).toEqual(['1', '2']);
  inOrder.put(piece(0));
  expect(handed).toEqual(['0', '1', '2', '3', '4']);
  expect(stored).toEqual(['1', '2']);
});

test('what memory has no room for is stored at once, and handed on from there', () => {
  const { inOrder, handed, stored } = scene();
  const most = (1 << 25) / 1000;
  for (let first = 1; first <= most + 2; first++) inOrder.put(piece(first));
  expect(stored.length).toBe(2);
  inOrder.put(piece(0));
  expect(handed.slice(0, 2)).toEqual(['0', '1']);
  expect(handed.slice(-2)).toEqual(stored.map((name) => `stored ${name}`));
});
