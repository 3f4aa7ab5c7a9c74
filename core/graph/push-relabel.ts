import { type BipartiteGraph, UNCOVERED } from './bipartite-graph.ts';

/** Label of a vertex that no alternating path joins with an uncovered one of its side. */
const CUT_OFF = 0x7fffffff;
/** Labels are made anew when the pushes since have looked at this share of the edges, or at so many. */
const SHARE = 1 / 4;
const LEAST = 1_000;
/** The pushes end when they have looked at every edge so often: what is left is for others. */
const MOST_TIMES = 16;
/** How far one chain of pushes is followed before others have their turn. */
const CHAIN = 8;

/**
 * Makes a matching larger, mostly as large as can be: a start for a method that ends with a maximum
 * one. O(n + m), by a bound on the work and not on the result.
 * Source: K. Kaya, J. Langguth, F. Manne and B. Uçar, Push-relabel based algorithms for the maximum
 * transversal problem, Computers & Operations Research 40 (2013).
 */
export function pushRelabel(graph: BipartiteGraph, mates: Int32Array): void {
  const pushes = new Pushes(graph, mates);
  const edges = graph.neighbours.length;
  const period = LEAST + SHARE * edges;
  for (let work = 0; pushes.waiting > 0 && work < MOST_TIMES * edges; work += period) {
    pushes.label();
    pushes.push(period);
  }
}

/**
 * An uncovered vertex of side 0 takes the neighbour with the least label and drives out its mate, who
 * goes on in the same way. The label of a vertex of side 1 is at most the number of mates to be driven
 * out from there, down to an uncovered vertex. So when it is taken, the next one has to leave by the
 * second least label, and one more is its new label. Ways that are full become long, far from the
 * place where they are full, and no search has to find that out again and again.
 */
class Pushes {
  readonly #graph: BipartiteGraph;
  readonly #mates: Int32Array;
  readonly #labels: Int32Array;
  readonly #queue: Int32Array;
  /** A ring of the uncovered vertices of side 0 that may still be covered. */
  readonly #ring: Int32Array;
  #head = 0;
  waiting = 0;

  constructor(graph: BipartiteGraph, mates: Int32Array) {
    this.#graph = graph;
    this.#mates = mates;
    let uncovered = 0;
    for (let v = 0; v < graph.vertices; v++) if (this.#isOpen(v, 0)) uncovered++;
    this.#ring = new Int32Array(uncovered);
    for (let v = 0; v < graph.vertices; v++) if (this.#isOpen(v, 0)) this.#wait(v);
    this.#labels = new Int32Array(uncovered === 0 ? 0 : graph.vertices);
    this.#queue = new Int32Array(uncovered === 0 ? 0 : graph.vertices);
  }

  /** Whether a vertex of that side is uncovered and has an edge. */
  #isOpen(v: number, side: number): boolean {
    const { offsets, sides } = this.#graph;
    return this.#mates[v] === UNCOVERED && sides[v] === side && offsets[v] !== offsets[v + 1];
  }

  #wait(v: number): void {
    const place = this.#head + this.waiting++;
    this.#ring[place < this.#ring.length ? place : place - this.#ring.length] = v;
  }

  #next(): number {
    const v = this.#ring[this.#head] as number;
    this.#head = this.#head + 1 === this.#ring.length ? 0 : this.#head + 1;
    this.waiting--;
    return v;
  }

  /** Exact labels, by a breadth-first search from the uncovered vertices of side 1. */
  label(): void {
    const { vertices, offsets, neighbours } = this.#graph;
    const mates = this.#mates;
    const labels = this.#labels.fill(CUT_OFF);
    const queue = this.#queue;
    let filled = 0;
    for (let v = 0; v < vertices; v++) {
      if (!this.#isOpen(v, 1)) continue;
      labels[v] = 0;
      queue[filled++] = v;
    }
    for (let first = 0; first < filled; first++) {
      const v = queue[first] as number;
      const label = (labels[v] as number) + 1;
      const end = offsets[v + 1] as number;
      for (let place = offsets[v] as number; place < end; place++) {
        const mate = mates[neighbours[place] as number] as number;
        if (mate === UNCOVERED || labels[mate] !== CUT_OFF) continue;
        labels[mate] = label;
        queue[filled++] = mate;
      }
    }
  }

  /** Pushes on all that wait, until none does or so many edges have been looked at. */
  push(most: number): void {
    let work = 0;
    while (this.waiting > 0 && work < most) {
      let v = this.#next();
      for (let step = 0; v !== UNCOVERED; step++) {
        if (step === CHAIN) {
          this.#wait(v);
          break;
        }
        work += (this.#graph.offsets[v + 1] as number) - (this.#graph.offsets[v] as number);
        v = this.#pushFrom(v);
      }
    }
  }

  /** Covers a vertex; the one driven out, or UNCOVERED if none is or the vertex is cut off. */
  #pushFrom(v: number): number {
    const { offsets, neighbours } = this.#graph;
    const labels = this.#labels;
    let taken = UNCOVERED;
    let least = CUT_OFF;
    let second = CUT_OFF;
    const end = offsets[v + 1] as number;
    for (let place = offsets[v] as number; place < end; place++) {
      const neighbour = neighbours[place] as number;
      const label = labels[neighbour] as number;
      if (label < least) {
        second = least;
        least = label;
        taken = neighbour;
      } else if (label < second) second = label;
    }
    if (taken === UNCOVERED) return UNCOVERED;
    const driven = this.#mates[taken] as number;
    if (driven !== UNCOVERED) this.#mates[driven] = UNCOVERED;
    this.#mates[taken] = v;
    this.#mates[v] = taken;
    labels[taken] = second === CUT_OFF ? CUT_OFF : second + 1;
    return driven;
  }
}
