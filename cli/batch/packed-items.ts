import { type Column, columnOf, valueAt } from './column.ts';
import type { Instance, Source } from './instance.ts';

/** Fields that no item has are left out. */
type Columns = Readonly<Record<string, Column<unknown>>>;

/** Some instances by columns, which takes a fraction of the time to be sent. */
export interface PackedItems {
  readonly count: number;
  readonly fields: Columns;
  readonly sources: Columns;
}

type KeysOf<T> = T extends unknown ? keyof T : never;

const FIELDS = Object.keys({
  index: true,
  file: true,
  line: true,
  id: true,
  game: true,
  why: true,
  answer: true,
  expect: true,
  asked: true,
  problem: true,
  warnings: true,
} satisfies Record<Exclude<keyof Instance, 'source'>, true>);

const SOURCE_FIELDS = Object.keys({
  path: true,
  start: true,
  end: true,
  isForced: true,
  zip: true,
  bytes: true,
} satisfies Record<KeysOf<Source>, true>);

export function packItems(items: readonly Instance[]): PackedItems {
  const sources = items.map(({ source }) => source);
  return {
    count: items.length,
    fields: columnsOf(items, FIELDS),
    sources: columnsOf(sources, SOURCE_FIELDS),
  };
}

/** The item of that number. Its type is that of what was packed. */
export function itemAt({ fields, sources }: PackedItems, at: number): Instance {
  return { ...rowAt(fields, at), source: rowAt(sources, at) } as unknown as Instance;
}

function columnsOf(rows: readonly object[], keys: readonly string[]): Columns {
  const columns: Record<string, Column<unknown>> = {};
  for (const key of keys) {
    const column = columnOf(rows as readonly Record<string, unknown>[], (row) => row[key]);
    if (!('all' in column) || column.all !== undefined) columns[key] = column;
  }
  return columns;
}

function rowAt(columns: Columns, at: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const key in columns) {
    const value = valueAt(columns[key] as Column<unknown>, at);
    if (value !== undefined) row[key] = value;
  }
  return row;
}
