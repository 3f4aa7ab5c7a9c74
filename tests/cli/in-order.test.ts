import { afterEach, expect, test, vi } from 'vitest';
import { InOrder } from '../../cli/batch/in-order.ts';
import { packRows } from '../../cli/batch/packed-rows.ts';
import type { Piece } from '../../cli/batch/piece.ts';
import { rowsOf } from '../../cli/batch/results-stream.ts';
import { sourceOf } from '../../io/results/case-rows.ts';
import { errorRow, frameOf, type Row } from '../../io/results/row.ts';

const NO_HASHES = { sha256In: '', key: '' };
const NO_RESULT = { errors: new Map(), caveats: new Map(), certified: new Map(), steps: [1] };

/** A piece of one row that names its instance, and says how long it is. */
function piece(first: number, found = ''): Piece {
  const named = { file: `${first}`, line: null, id: null };
  const frame = frameOf(named, NO_HASHES, { literal: false });
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
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
  return { inOrder, handed, stored };
}

function namesOf(rows: Iterable<Row>): string[] {
  return Array.from(rows, ({ file }) => file);
}

afterEach(() => vi.useRealTimers());

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
  const { inOrder, handed, stored } = scene();
  inOrder.put(piece(1));
  vi.advanceTimersByTime(400);
  inOrder.put(piece(2));
  vi.advanceTimersByTime(101);
  expect(stored).toEqual(['1']);
  vi.advanceTimersByTime(400);
  expect(stored).toEqual(['1', '2']);
  for (const first of [3, 0]) inOrder.put(piece(first));
  expect(handed).toEqual(['0', '1', '2', '3']);
  vi.advanceTimersByTime(1000);
  expect(stored).toEqual(['1', '2']);
});

test('all that waits is stored before the process ends', () => {
  const { inOrder, stored } = scene();
  for (const first of [4, 2]) inOrder.put(piece(first));
  inOrder.storeWaiting();
  expect(stored).toEqual(['4', '2']);
});

test('what has taken long is stored at once', () => {
  const { inOrder, stored } = scene();
  const results = { ...NO_RESULT, milliseconds: [700], answers: ['1'] };
  const frame = frameOf({ file: '1', line: null, id: null }, NO_HASHES, { literal: false });
  const source = sourceOf(
    frame,
    { name: 'delete-nim' },
    { ...results, warnings: [], answer: '1\n' },
  );
  const packed = packRows([source]);
  inOrder.put({ first: 1, count: 1, results: { packed }, cached: false, hasRemarks: false });
  expect(stored).toEqual(['1']);
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
