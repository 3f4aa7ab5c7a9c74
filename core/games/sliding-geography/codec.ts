import type { Codec } from '../../game.ts';
import { type Board, formatBoard, readBoard } from '../../graph/board.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { ALPHABET, type Answer, BLACK, type Case, HOLE, limits, WHITE } from './rules.ts';

/** `n m`, then n rows of m characters, then `k` and 2k lines `x y`. One case a file. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    const c = readCase(reader);
    reader.end();
    yield c;
  },

  formatCases: (cases) => cases.map(formatCase).join(''),
  formatAnswer: (rounds) => [rounds.length, ...rounds].join('\n'),
  parseAnswer: (text) => text.split('\n').slice(1).map(Number),
  separator: '\n',
};

function formatCase(c: Case): string {
  const lines = Array.from(c.moves, (cell) => `${place(c, cell)}\n`);
  return `${formatBoard(c, ALPHABET)}${c.moves.length / 2}\n${lines.join('')}`;
}

function place({ columns }: Board, cell: number): string {
  return `${Math.floor(cell / columns) + 1} ${(cell % columns) + 1}`;
}

function readCase(reader: TokenReader): Case {
  reader.hold();
  const from = reader.offset;
  const board = readBoard(reader, limits, ALPHABET);
  reportHoles(reader, reader.tokenOffset(from, 2), board);
  reader.release();
  const moves = readMoves(reader, board, reader.count(limits.rounds, 4));
  return { ...board, moves };
}

/** Reports a board without a hole at its first row, one with several holes at the second hole. */
function reportHoles(reader: TokenReader, firstRow: number, { columns, cells }: Board): void {
  const first = cells.indexOf(HOLE);
  const second = cells.indexOf(HOLE, first + 1);
  const allowed = "exactly one hole '.'";
  if (first < 0) reader.report(firstRow, { rule: 'board/holes', found: 'no hole', allowed });
  if (first < 0 || second < 0) return;
  const row = reader.tokenOffset(firstRow, Math.floor(second / columns));
  reader.report(row + (second % columns), { rule: 'board/holes', found: 'a second hole', allowed });
}

/** A board in play; both the cells and the hole change. */
interface Play extends Board {
  hole: number;
}

/** Moves off the board are read, then refused as moves. */
const X = { symbol: 'x', min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
const Y = { ...X, symbol: 'y' };

/**
 * Reads the record and plays it; the first illegal move is reported, also where what follows it loses the
 * frame.
 */
function readMoves(reader: TokenReader, board: Board, rounds: number): Int32Array {
  reader.hold();
  const from = reader.offset;
  // Doubles, for a number of any size is a cell off the board.
  const rows = new Float64Array(2 * rounds);
  const columns = new Float64Array(2 * rounds);
  try {
    const fields = [
      { into: rows, from: 1, limit: X },
      { into: columns, from: 1, limit: Y },
    ];
    reader.records(fields, rows.length);
    return played(reader, { board, rows, columns, from });
  } catch (error) {
    played(reader, { board, rows, columns, from });
    throw error;
  } finally {
    reader.release();
  }
}

/** A record of cells; `from` is the byte offset of its first one. */
interface Written {
  readonly board: Board;
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  readonly from: number;
}

/** The cells of the moves that were read, up to the first illegal one. */
function played(reader: TokenReader, { board, rows, columns, from }: Written): Int32Array {
  const play = { ...board, cells: board.cells.slice(), hole: board.cells.indexOf(HOLE) };
  const moves = new Int32Array(rows.length);
  for (let move = 0; move < reader.recordsRead && reader.sound; move++) {
    const row = rows[move] as number;
    const column = columns[move] as number;
    const fault = faultOf(play, pieceOf(move), row, column);
    if (fault === null) moves[move] = slide(play, row * board.columns + column);
    else reader.report(reader.tokenOffset(from, 2 * move), illegalMove(play, move, fault));
  }
  return moves;
}

function pieceOf(move: number): number {
  return move % 2 === 0 ? WHITE : BLACK;
}

function slide(play: Play, cell: number): number {
  play.cells[play.hole] = play.cells[cell] as number;
  play.cells[cell] = HOLE;
  play.hole = cell;
  return cell;
}

/** Why a piece of that colour cannot move from there into the hole; null if it can. */
function faultOf(play: Play, piece: number, row: number, column: number): string | null {
  const { rows, columns, cells, hole } = play;
  const from = `(${row + 1}, ${column + 1})`;
  if (row < 0 || row >= rows || column < 0 || column >= columns) return `${from} is off the board`;
  const cell = row * columns + column;
  if (cell === hole) return `${from} is the hole`;
  const distance = Math.abs(row - Math.floor(hole / columns)) + Math.abs(column - (hole % columns));
  if (distance > 1) return `${from} is not next to the hole`;
  return cells[cell] === piece ? null : `the piece on ${from} is the opponent's`;
}

function illegalMove(play: Play, move: number, fault: string) {
  const player = move % 2 === 0 ? 'first' : 'second';
  const colour = pieceOf(move) === WHITE ? "white piece 'O'" : "black piece 'X'";
  const hole = place(play, play.hole).replace(' ', ', ');
  return {
    rule: 'record/illegal-move',
    found: `move ${move + 1}, by the ${player} player in round ${(move >> 1) + 1}: ${fault}`,
    allowed: `a ${colour} next to the hole at (${hole})`,
  };
}
