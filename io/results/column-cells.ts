/** Of a unique text hardly a value comes twice, so that no dictionary is tried. */
export type ColumnType = 'text' | 'unique text' | 'optional text' | 'integer' | 'number';

export type Cell = string | number | null;

/** The cells of a column in some rows, in the form that is written fastest. */
export interface ColumnCells {
  add(cell: Cell): void;
  /** All cells that were added since they were taken last; they hold until another one is added. */
  taken(): Int32Array | Float64Array | (Cell | Uint8Array)[];
}

/** Cells with room for so many rows, in memory that is used again. */
export function cellsOf(type: ColumnType, rows: number): ColumnCells {
  if (type === 'integer') return new NumberCells(new Int32Array(rows));
  if (type === 'number') return new NumberCells(new Float64Array(rows));
  return type === 'unique text' ? new UniqueCells() : new TextCells();
}

class NumberCells<Numbers extends Int32Array | Float64Array> implements ColumnCells {
  readonly #numbers: Numbers;
  #count = 0;

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
  }

  add(cell: Cell): void {
    this.#numbers[this.#count++] = cell as number;
  }

  taken() {
    const count = this.#count;
    this.#count = 0;
    return this.#numbers.subarray(0, count);
  }
}

class TextCells implements ColumnCells {
  #cells: Cell[] = [];

  add(cell: Cell): void {
    this.#cells.push(cell);
  }

  taken() {
    const cells = this.#cells;
    this.#cells = [];
    return cells;
  }
}

/** Bytes for texts at first. */
const ROOM = 1 << 20;

/** Bytes of UTF-8 that a unit of a text takes at the most. */
const WIDEST_UNIT = 3;

/** Texts as bytes: the writer takes five times as long to encode each by itself. Equal neighbours share theirs. */
class UniqueCells implements ColumnCells {
  #cells: Uint8Array[] = [];
  #memory = Buffer.allocUnsafeSlow(ROOM);
  #filled = 0;
  #last: { readonly text: Cell; readonly bytes: Uint8Array } | null = null;

  add(cell: Cell): void {
    if (this.#last?.text !== cell) this.#last = { text: cell, bytes: this.#bytesOf(`${cell}`) };
    this.#cells.push(this.#last.bytes);
  }

  taken() {
    const cells = this.#cells;
    this.#cells = [];
    this.#filled = 0;
    this.#last = null;
    return cells;
  }

  #bytesOf(text: string): Uint8Array {
    const most = WIDEST_UNIT * text.length;
    if (this.#filled + most > this.#memory.length) {
      this.#memory = Buffer.allocUnsafeSlow(Math.max(this.#memory.length, 2 * most));
      this.#filled = 0;
    }
    const start = this.#filled;
    this.#filled += this.#memory.write(text, start);
    return new Uint8Array(this.#memory.buffer, start, this.#filled - start);
  }
}
