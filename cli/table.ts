import Table from 'cli-table3';

export interface TableOptions {
  /** Lines with tabs, for other programs. */
  readonly plain: boolean;
  readonly color: boolean;
}

/** Rows under a heading, as a table for people or as lines with tabs. Ends with a line end. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { plain, color }: TableOptions,
): string {
  if (plain) return [heading, ...rows].map((cells) => `${cells.join('\t')}\n`).join('');
  const drawn = new Table({
    head: [...heading],
    chars: BARE,
    style: { head: color ? ['bold'] : [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  for (const row of rows) drawn.push([...row]);
  return `${drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

/** No lines between cells: two blanks do. */
const BARE = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((corner) => [`${side}${corner}`, '']),
  ),
);
