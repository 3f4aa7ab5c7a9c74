/** A value of each of some rows; one where all have the same, for threads copy value by value. */
export type Column<Value> = { readonly all: Value } | { readonly each: readonly Value[] };

export function columnOf<Row, Value>(
  rows: readonly Row[],
  told: (row: Row) => Value,
): Column<Value> {
  const [first] = rows;
  if (first === undefined) return { each: [] };
  const all = told(first);
  return rows.every((row) => told(row) === all) ? { all } : { each: rows.map(told) };
}

export function valueAt<Value>(column: Column<Value>, at: number): Value {
  return 'all' in column ? column.all : (column.each[at] as Value);
}
