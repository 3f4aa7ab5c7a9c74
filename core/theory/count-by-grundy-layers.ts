import { bitCount, lowestBit } from '../number/bits.ts';
import type { PrimeField } from '../number/prime-field.ts';

/**
 * A DAG as the theorem sees it: the sources 1 and 2, and the other vertices from 0 on, numbered along
 * the edges. Sets of them are bit masks.
 */
export interface TwoSources {
  /** At most 30. */
  readonly vertices: number;
  /** All vertices from this one on are sinks; the others are called inner ones. */
  readonly inner: number;
  /** Heads of the edges of each vertex. */
  readonly out: Int32Array;
  /** Heads of the edges of the two sources. */
  readonly fromFirst: number;
  readonly fromSecond: number;
}

/**
 * Statement: let 1 and 2 be two sources of a DAG with no edge between them, let U be a set of its
 * other vertices, and keep each edge with probability 1/2. Let π(U) be the probability that 1 and 2
 * have equal Grundy values in the kept graph on {1, 2} ∪ U. Then, summed over T ⊆ U with Q = U ∖ T,
 *   π(U) = Σ w(T, Q) · [ (1 − 2^−a(T)) · (1 − 2^−b(T)) · π(Q) + 2^−a(T) · 2^−b(T) ],
 *   w(T, Q) = 2^−e(T) · Π over q in Q of (1 − 2^−d(q, T)),
 * where a(T), b(T) count the edges from 1 and from 2 into T, e(T) those inside T, d(q, T) those from q
 * into T. The number of edge subsets with equal values is π(U) times 2^(edges on {1, 2} ∪ U).
 * Proof: T is the set of vertices of Grundy value 0 in U iff no edge inside T is kept and each q in Q
 * keeps one into T; that is w(T, Q) of all subsets, the edges from T to Q being free. Given T, 1 and 2
 * are both of value 0 iff neither keeps an edge into T. If both keep one, every value outside T is one
 * more than in the graph on Q, and π(Q) decides; if only one does, the values differ. Different
 * factors speak of different edges. For U = ∅ the sum is its one term, 1.
 * Consequence: T holds every sink of U, hence its largest vertex, or else w is 0.
 * Source: AtCoder Grand Contest 016 F, Games on DAG; the published solutions count the same layers
 * with 1 and 2 among the vertices. To leave the two out and to divide by the free edges is our step.
 * Valid for: vertices numbered so that every edge runs from a smaller to a larger number, 1 and 2 the
 * smallest, no parallel edges; modulo any odd number, where 2 has an inverse.
 */
export class GrundyLayers {
  readonly graph: TwoSources;
  readonly field: PrimeField;
  /** 2^−k, the share of subsets in which none of k edges is kept. */
  readonly none: Uint32Array;
  /** 1 − 2^−k, the share in which at least one is. */
  readonly some: Uint32Array;

  constructor(graph: TwoSources, field: PrimeField) {
    const edges = (graph.vertices + 2) ** 2;
    const half = (field.prime + 1) / 2;
    this.graph = graph;
    this.field = field;
    this.none = new Uint32Array(edges).fill(1);
    this.some = new Uint32Array(edges);
    for (let k = 1; k < edges; k++) {
      this.none[k] = field.multiply(this.none[k - 1] as number, half);
      this.some[k] = field.add(1, field.prime - (this.none[k] as number));
    }
  }

  /**
   * π of all vertices from π of the sets of inner ones: all sinks lie in T. Edges run to larger vertices
   * only, so the factor of a vertex is known once the larger ones are dealt out; what has a factor 0 is
   * left out at once. At most 2^(inner + 1) products.
   */
  shareOfAll(shares: Uint32Array): number {
    return this.#sumOver(this.graph.inner - 1, 0, 1, shares);
  }

  /** All ways to deal the vertices up to `vertex` out, the others of Q being `later`. */
  #sumOver(vertex: number, later: number, weight: number, shares: Uint32Array): number {
    const { field, none, some } = this;
    if (weight === 0) return 0;
    if (vertex < 0) return field.multiply(weight, this.#equal(later, shares[later] as number));
    const edges = bitCount((this.graph.out[vertex] as number) & ~later);
    const within = field.multiply(weight, none[edges] as number);
    const above = field.multiply(weight, some[edges] as number);
    return field.add(
      this.#sumOver(vertex - 1, later, within, shares),
      this.#sumOver(vertex - 1, later | (1 << vertex), above, shares),
    );
  }

  /** The share in which 1 and 2 have equal values if the layer is all but `later`. */
  #equal(later: number, share: number): number {
    const { field, none, some } = this;
    const a = bitCount(this.graph.fromFirst & ~later);
    const b = bitCount(this.graph.fromSecond & ~later);
    const above = field.multiply(some[a] as number, some[b] as number);
    return field.add(field.multiply(above, share), none[a + b] as number);
  }

  /** The share in which each vertex of a set keeps an edge into `layer`. */
  eachKeepsOne(set: number, layer: number): number {
    let share = 1;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const edges = (this.graph.out[lowestBit(rest)] as number) & layer;
      if (edges === 0) return 0;
      share = this.field.multiply(share, this.some[bitCount(edges)] as number);
    }
    return share;
  }

  edgesInside(set: number): number {
    let edges = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      edges += bitCount((this.graph.out[lowestBit(rest)] as number) & set);
    }
    return edges;
  }
}
