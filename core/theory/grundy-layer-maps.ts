import { AffineMap, LARGEST_SIZE } from '../number/affine-map.ts';
import { bitCount, lowestBit } from '../number/bits.ts';
import type { GrundyLayers } from './count-by-grundy-layers.ts';

/** How many of the inner vertices make up the low part: as many as an affine map can hold. */
export function lowVertices(inner: number): number {
  return Math.min(inner, Math.log2(LARGEST_SIZE));
}

/**
 * Statement: cut the vertices into the l lowest and the rest, T = Th | Tl, Q = Qh | Ql. In the sum of
 * `count-by-grundy-layers.ts`
 *   w(T, Q) = A(Th, Qh) · B(Th; Tl, Ql),
 *   A = Π over q in Qh of (1 − 2^−d(q, Th)),   B = 2^−e(T) · Π over q in Ql of (1 − 2^−d(q, T)).
 * So for fixed Th and Qh the part of the sum that belongs to them is, as a vector over all low sets
 * Ul, A(Th, Qh) · (M · π(Qh | ·) + c), where the matrix M and the vector c depend on Th alone:
 *   M[Ul][Ql] = B · (1 − 2^−a(T)) · (1 − 2^−b(T)),   c[Ul] = Σ over Ql ⊆ Ul of B · 2^−a(T) · 2^−b(T).
 * Proof: edges run from low to high only, so no q in Qh has an edge into Tl.
 * Source: our own step; it makes one multiplication of a pair (T, Q).
 * Valid for: as `count-by-grundy-layers.ts`.
 */
export class GrundyLayerMaps {
  readonly low: number;
  readonly size: number;
  readonly #layers: GrundyLayers;
  readonly #pairs: LowPairs;
  readonly #map: AffineMap;
  /** 1 − 2^−d(q, T), by Tl · l + q. */
  readonly #keepsOne: Uint32Array;
  /** Per pair, B times the chance that both sources are above the layer, and that both are in it. */
  readonly #above: Uint32Array;
  readonly #within: Uint32Array;

  constructor(layers: GrundyLayers, low: number) {
    this.#layers = layers;
    this.low = low;
    this.size = 2 ** this.low;
    this.#pairs = lowPairs(this.low);
    const count = this.#pairs.columns.length;
    this.#keepsOne = new Uint32Array(this.size * this.low);
    this.#above = new Uint32Array(count);
    this.#within = new Uint32Array(count);
    this.#map = new AffineMap(this.size, count);
  }

  /** M and c for the high part Th of a layer, a mask of all vertices; good until the next call. */
  of(high: number): AffineMap {
    this.#fillFactors(high);
    this.#fillPairs(high);
    this.#collect();
    return this.#map;
  }

  #fillFactors(high: number): void {
    const { some, graph } = this.#layers;
    for (let low = 0, at = 0; low < this.size; low++) {
      for (let q = 0; q < this.low; q++, at++) {
        this.#keepsOne[at] = some[bitCount((graph.out[q] as number) & (high | low))] as number;
      }
    }
  }

  /** Along Ql, each pair from the one without the lowest vertex of Ql. */
  #fillPairs(high: number): void {
    const { field } = this.#layers;
    const { columns, previous, factors } = this.#pairs;
    const above = this.#above;
    const within = this.#within;
    const keepsOne = this.#keepsOne;
    for (let row = 0; row < this.size; row++) this.#startLayer(high, row);
    for (let pair = 0; pair < columns.length; pair++) {
      if (columns[pair] === 0) continue;
      const factor = keepsOne[factors[pair] as number] as number;
      const from = previous[pair] as number;
      above[pair] = field.multiply(above[from] as number, factor);
      within[pair] = field.multiply(within[from] as number, factor);
    }
  }

  /** The pair (Tl, ∅), which stands first in row Tl. */
  #startLayer(high: number, low: number): void {
    const { field, some, none, graph } = this.#layers;
    const layer = high | low;
    const first = this.#pairs.starts[low] as number;
    const a = bitCount(graph.fromFirst & layer);
    const b = bitCount(graph.fromSecond & layer);
    const inside = this.#layers.edgesInside(layer);
    const above = field.multiply(some[a] as number, some[b] as number);
    this.#above[first] = field.multiply(none[inside] as number, above);
    this.#within[first] = none[inside + a + b] as number;
  }

  /** Leaves the zeros out, mostly a vertex of Ql without an edge into T. */
  #collect(): void {
    const { starts, columns } = this.#pairs;
    const above = this.#above;
    const within = this.#within;
    const map = this.#map;
    let filled = 0;
    for (let row = 0; row < this.size; row++) {
      const end = starts[row + 1] as number;
      let constant = 0;
      for (let pair = starts[row] as number; pair < end; pair++) {
        constant += within[pair] as number;
        if (above[pair] === 0) continue;
        map.put(filled++, columns[pair] as number, above[pair] as number);
      }
      map.constants[row] = this.#layers.field.reduce(constant);
      map.starts[row + 1] = filled;
    }
  }
}

/** All pairs (Ul, Ql ⊆ Ul) of low sets, 3^l of them, by Ul and then by Ql. */
interface LowPairs {
  readonly starts: Int32Array;
  /** Ql */
  readonly columns: Uint8Array;
  /** The pair with the same Tl whose Ql lacks the lowest vertex q of this one's. */
  readonly previous: Int32Array;
  /** Tl · l + q */
  readonly factors: Int32Array;
}

function lowPairs(low: number): LowPairs {
  const size = 2 ** low;
  const count = 3 ** low;
  const starts = new Int32Array(size + 1);
  const columns = new Uint8Array(count);
  const previous = new Int32Array(count);
  const factors = new Int32Array(count);
  const places = new Int32Array(size * size);
  let pair = 0;
  for (let row = 0; row < size; row++) {
    for (let later = 0; ; later = (later - row) & row) {
      const q = lowestBit(later);
      const layer = row ^ later;
      columns[pair] = later;
      places[layer * size + later] = pair;
      previous[pair] =
        later === 0 ? pair : (places[layer * size + (later & (later - 1))] as number);
      factors[pair] = later === 0 ? 0 : layer * low + q;
      pair++;
      if (later === row) break;
    }
    starts[row + 1] = pair;
  }
  return { starts, columns, previous, factors };
}
