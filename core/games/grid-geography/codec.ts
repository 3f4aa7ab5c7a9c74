import type { Codec } from '../../game.ts';
import { formatBoard, readBoard } from '../../graph/board.ts';
import { decimalRows } from '../../number/decimal-rows.ts';
import { ALPHABET, type Answer, type Case, limits } from './rules.ts';

/** `N M`, then N rows of M characters. One case a file. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    const c = readBoard(reader, limits, ALPHABET);
    reader.end();
    yield c;
  },

  formatCases: (cases) => cases.map((c) => formatBoard(c, ALPHABET)).join(''),

  formatAnswer({ rows, columns }) {
    if (rows.length === 0) return 'LOSE';
    const places = new Int32Array(2 * rows.length);
    for (let start = 0; start < rows.length; start++) {
      places[2 * start] = (rows[start] as number) + 1;
      places[2 * start + 1] = (columns[start] as number) + 1;
    }
    return decimalRows(places, 2, 'WIN\n');
  },

  parseAnswer(text) {
    const starts = text.split('\n').slice(1);
    return { rows: coordinates(starts, 0), columns: coordinates(starts, 1) };
  },
  separator: '\n',
};

function coordinates(starts: readonly string[], index: number): Int32Array {
  return Int32Array.from(starts, (start) => Number(start.split(' ')[index]) - 1);
}
