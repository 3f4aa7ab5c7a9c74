import type { TaskItem } from './task.ts';

/** The values of one field in all items: one where they are the same, for threads copy value by value. */
type Column = { readonly all: unknown } | { readonly each: readonly unknown[] };
type Columns = Readonly<Record<string, Column>>;

/** Some items by columns, which takes a fraction of the time to be sent. */
export interface PackedItems {
  readonly count: number;
  readonly fields: Columns;
  readonly sources: Columns;
}

export function packItems(items: readonly TaskItem[]): PackedItems {
  const sources = items.map(({ source }) => source);
  const others = items.map(({ source: _source, ...fields }) => fields);
  return { count: items.length, fields: columnsOf(others), sources: columnsOf(sources) };
}

/** The item of that number. Its type is that of what was packed. */
export function itemAt({ fields, sources }: PackedItems, at: number): TaskItem {
  return { ...rowAt(fields, at), source: rowAt(sources, at) } as unknown as TaskItem;
}

function columnsOf(rows: readonly object[]): Columns {
  const columns: Record<string, Column> = {};
  for (const key of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const each = rows.map((row) => (row as Record<string, unknown>)[key]);
    const [all] = each;
    columns[key] = each.every((value) => value === all) ? { all } : { each };
  }
  return columns;
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
