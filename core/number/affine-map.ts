import type { PrimeField } from './prime-field.ts';

/** How many vectors `applyToLanes` maps at once: each entry of the matrix is loaded once for all. */
export const LANES = 4;

/** Rows and columns of a matrix at most: 2^7 products below 2^45 sum up to at most 2^52. */
export const LARGEST_SIZE = 128;

const HALF = 2 ** 15;

/**
 * x ↦ M · x + c over the residues modulo a prime below 2^30, M square and sparse, of at most
 * `LARGEST_SIZE` rows. The entries of row r are those from `starts[r]` up to `starts[r + 1]`.
 */
export class AffineMap {
  readonly size: number;
  readonly starts: Int32Array;
  readonly columns: Uint8Array;
  /** Each entry is `highs` · 2^15 + `lows`; doubles, because they are multiplied as such. */
  readonly highs: Float64Array;
  readonly lows: Float64Array;
  readonly constants: Float64Array;

  /** Without entries; they are added row by row. */
  constructor(size: number, mostEntries: number) {
    this.size = size;
    this.starts = new Int32Array(size + 1);
    this.columns = new Uint8Array(mostEntries);
    this.highs = new Float64Array(mostEntries);
    this.lows = new Float64Array(mostEntries);
    this.constants = new Float64Array(size);
  }

  put(place: number, column: number, entry: number): void {
    this.columns[place] = column;
    this.highs[place] = entry >>> 15;
    this.lows[place] = entry & (HALF - 1);
  }

  entryAt(place: number): number {
    return (this.highs[place] as number) * HALF + (this.lows[place] as number);
  }
}

/** Copies the vector from `source[from]` on into a lane. */
export function fillLane(
  lanes: Float64Array,
  lane: number,
  source: Uint32Array,
  from: number,
): void {
  for (let at = lane, next = from; at < lanes.length; at += LANES, next++) {
    lanes[at] = source[next] as number;
  }
}

/**
 * The images of four vectors, lanes side by side. Half an entry times a residue is below 2^45; a row
 * sums at most 128 of these and a constant, less than 2^52 + 2^30, exact in a double. Each row is
 * reduced once, at its end, where 2^15 times a residue adds less than 2^45.
 */
export function applyToLanes(
  { size, starts, columns, highs, lows, constants }: AffineMap,
  lanes: Float64Array,
  field: PrimeField,
  images: Uint32Array,
): void {
  for (let row = 0; row < size; row++) {
    const end = starts[row + 1] as number;
    const constant = constants[row] as number;
    let high0 = 0;
    let high1 = 0;
    let high2 = 0;
    let high3 = 0;
    let low0 = constant;
    let low1 = constant;
    let low2 = constant;
    let low3 = constant;
    for (let place = starts[row] as number; place < end; place++) {
      const high = highs[place] as number;
      const low = lows[place] as number;
      const at = (columns[place] as number) * LANES;
      high0 += high * (lanes[at] as number);
      low0 += low * (lanes[at] as number);
      high1 += high * (lanes[at + 1] as number);
      low1 += low * (lanes[at + 1] as number);
      high2 += high * (lanes[at + 2] as number);
      low2 += low * (lanes[at + 2] as number);
      high3 += high * (lanes[at + 3] as number);
      low3 += low * (lanes[at + 3] as number);
    }
    const out = row * LANES;
    images[out] = field.reduce(field.reduce(high0) * HALF + low0);
    images[out + 1] = field.reduce(field.reduce(high1) * HALF + low1);
    images[out + 2] = field.reduce(field.reduce(high2) * HALF + low2);
    images[out + 3] = field.reduce(field.reduce(high3) * HALF + low3);
  }
}
