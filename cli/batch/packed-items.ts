import type { Instance, Source } from './instance.ts';

/** The values of one field in all items: one where they are the same, for threads copy value by value. */
type Column = { readonly all: unknown } | { readonly each: readonly unknown[] };
/** Fields that no item has are left out. */
type Columns = Readonly<Record<string, Column>>;

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
  const columns: Record<string, Column> = {};
  for (const key of keys) {
    const column = columnOf(rows as readonly Record<string, unknown>[], key);
    if (column !== null) columns[key] = column;
  }
  return columns;
}

function columnOf(rows: readonly Record<string, unknown>[], key: string): Column | null {
  const all = rows[0]?.[key];
  if (rows.some((row) => row[key] !== all)) return { each: rows.map((row) => row[key]) };
  return all === undefined ? null : { all };
}

function rowAt(columns: Columns, at: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const key in columns) {
    const column = columns[key] as Column;
    const value = 'all' in column ? column.all : column.each[at];
    if (value !== undefined) row[key] = value;
  }
  return row;
}
