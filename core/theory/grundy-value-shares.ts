import { bitCount, highestBit } from '../number/bits.ts';
import type { PrimeField } from '../number/prime-field.ts';

/** A DAG whose vertices, numbered along the edges, have some sources before them. Sets are bit masks. */
export interface Sources {
  /** At most 30. */
  readonly vertices: number;
  /** Heads of the edges of each vertex. */
  readonly out: Int32Array;
  /** Heads of the edges of each source; none runs between sources. */
  readonly sources: readonly number[];
}

/**
 * Statement: keep each edge with probability 1/2, let V be all vertices, and let ρ_g(U) be the probability
 * that all sources have Grundy value g in the kept graph on them and U ⊆ V. With the weights w of
 * `count-by-grundy-layers.ts`, within(T) = Π 2^−a over the sources, a of whose edges run into T, and
 * above(T) = Π (1 − 2^−a),
 *   ρ_0(U) = Σ w(T, Q) · within(T),   ρ_(g+1)(U) = Σ w(T, Q) · above(T) · ρ_g(Q),   T ⊆ U, Q = U ∖ T.
 * Proof: T is the layer of value 0 with probability w(T, Q), and a source has value 0 iff it keeps no edge
 * into it; if all keep one, their values are one more than in the graph on Q.
 * So with λ_0 = 1 at V alone and λ_(g+1)(Q) = Σ over U ⊃ Q of λ_g(U) · w(U ∖ Q, Q) · above(U ∖ Q), the
 * probability of g is Σ λ_g(U) · ρ_0(U): one pass from V down, all values side by side. No term is negative,
 * so that g occurs iff a chain of g terms that are not 0 leads from V to some U, and with g every smaller
 * value: a vertex that has it loses an edge to each option of a value from there on.
 * Source: our own step, from the layers of AtCoder Grand Contest 016 F.
 * Valid for: as `count-by-grundy-layers.ts`, any number of sources.
 * Returns the probability of each value from 0 to the largest that occurs.
 * Cost: at most 3^inner / 2 pairs (U, Q) with as many products as there are values with λ_g(U) ≠ 0, where
 * inner counts the vertices that are no sinks; 2^vertices · (4 · vertices + 5) bytes.
 */
export function grundyValueShares(graph: Sources, field: PrimeField): readonly number[] {
  return new ValueShares(graph, field).shares();
}

class ValueShares {
  readonly #graph: Sources;
  readonly #field: PrimeField;
  readonly #values: number;
  /** λ_g(U) at U · values + g. */
  readonly #paths: Uint32Array;
  /** The longest chain that leads to a set, which the residues do not tell; −1 where there is none. */
  readonly #longest: Int8Array;
  /** λ of the set that is being dealt out, and its longest chain. */
  #set: Uint32Array = new Uint32Array(0);
  #chain = -1;
  readonly #none: number[] = [1];
  readonly #some: number[] = [0];
  readonly #shares: number[];

  constructor(graph: Sources, field: PrimeField) {
    this.#graph = graph;
    this.#field = field;
    this.#values = graph.vertices + 1;
    this.#paths = new Uint32Array(2 ** graph.vertices * this.#values);
    this.#longest = new Int8Array(2 ** graph.vertices).fill(-1);
    this.#shares = new Array<number>(this.#values).fill(0);
    const half = (field.prime + 1) / 2;
    for (let k = 1; k <= graph.vertices; k++) {
      const none = field.multiply(this.#none[k - 1] as number, half);
      this.#none.push(none);
      this.#some.push(field.add(1, field.prime - none));
    }
  }

  shares(): readonly number[] {
    const all = 2 ** this.#graph.vertices - 1;
    let largest = 0;
    this.#paths[all * this.#values] = 1;
    this.#longest[all] = 0;
    for (let set = all; set >= 0; set--) {
      this.#chain = this.#longest[set] as number;
      if (this.#chain < 0) continue;
      this.#set = this.#paths.subarray(set * this.#values, (set + 1) * this.#values);
      largest = Math.max(largest, this.#chain);
      this.#deal(set, 0, 0, 1);
    }
    return this.#shares.slice(0, largest + 1);
  }

  /** All ways to deal the rest of a set out to T and Q, from its largest vertex down. */
  #deal(rest: number, layer: number, later: number, weight: number): void {
    const vertex = highestBit(rest);
    if (vertex < 0) {
      this.#add(layer, later, weight);
      return;
    }
    const edges = bitCount((this.#graph.out[vertex] as number) & layer);
    const bit = 1 << vertex;
    const within = this.#field.multiply(weight, this.#none[edges] as number);
    this.#deal(rest ^ bit, layer | bit, later, within);
    if (edges === 0) return;
    const above = this.#field.multiply(weight, this.#some[edges] as number);
    this.#deal(rest ^ bit, layer, later | bit, above);
  }

  #add(layer: number, later: number, weight: number): void {
    const field = this.#field;
    let within = weight;
    let above = weight;
    let isAbove = true;
    for (const heads of this.#graph.sources) {
      const edges = bitCount(heads & layer);
      within = field.multiply(within, this.#none[edges] as number);
      above = field.multiply(above, this.#some[edges] as number);
      isAbove &&= edges > 0;
    }
    if (isAbove) this.#longest[later] = Math.max(this.#longest[later] as number, this.#chain + 1);
    const to = later * this.#values;
    for (let value = 0; value <= this.#chain; value++) {
      const path = this.#set[value] as number;
      if (path === 0) continue;
      const share = field.multiply(path, within);
      this.#shares[value] = field.add(this.#shares[value] as number, share);
      if (!isAbove) continue;
      const next = field.multiply(path, above);
      this.#paths[to + value + 1] = field.add(this.#paths[to + value + 1] as number, next);
    }
  }
}
