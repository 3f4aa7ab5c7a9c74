import { settleAll, VALUES } from './all-nearly-equal-splits.ts';

/** As many quotients take as long as one change of an option of all heaps (theory/all-nearly-equal-splits). */
const QUOTIENTS_PER_CHANGE = 2;

/**
 * Statement: a move splits a heap x ≥ F into m ≥ 2 heaps as equal as possible, m ≤ x: with
 * q = ⌊x / m⌋ and r = x − q · m these are r heaps of q + 1 and m − r heaps of q. The Grundy value g(x)
 * is 0 below F, else the mex over all m of [r odd] · g(q + 1) xor [m − r odd] · g(q).
 * (1) Where q is the same, only the parity of m matters. So O(√x) of the m are enough: those up to √x,
 *     and for each quotient up to √x its two largest.
 * (2) g(x) follows from g(⌊x / j⌋) and g(⌊x / j⌋ + 1), 2 ≤ j ≤ x, alone. These are closed: a heap of
 *     ⌊x / j⌋ + 1 has, for each m, parts of ⌊x / jm⌋ and one more only. (If its quotient by m is
 *     larger than that of ⌊x / j⌋, then m divides it, and no part is larger than the quotient.)
 * Source: the published solution of BZOJ 3576 for (1); ⌊⌊x / j⌋ / m⌋ = ⌊x / jm⌋ for (2).
 * Valid for: F ≥ 1 and 0 ≤ x ≤ 10^7. A heap of 1 has no m, so with F = 1 it is dead; by the letter of
 * the published rules it could be split into itself for ever.
 */
export class NearlyEqualSplits {
  readonly threshold: number;
  /** All heaps up to this one are known; at first those without a move, and a heap of 2. */
  #settled: number;
  /** Quotients looked at so far. */
  #work = 0;
  #known = new Uint8Array(0);
  #values = new Uint16Array(0);

  constructor(threshold: number) {
    this.threshold = threshold;
    this.#settled = Math.max(2, threshold - 1);
  }

  /**
   * O(x^(3/4)); less for each further heap, O(1) for one asked before. Once that has taken as long as
   * all heaps of the table together would, O(x log x), these are settled: so a list of heaps takes at
   * most a small multiple of the better way, and for many heaps that is x log x, not x^(3/2).
   */
  grundyValue(heap: number): number {
    if (heap < this.threshold) return 0;
    this.#reach(heap);
    if (this.#known[heap] === 0) {
      const most = this.#values.length - 1;
      if (this.#work > QUOTIENTS_PER_CHANGE * most * Math.log(most)) this.#settleAll(most);
      else this.#settleBelow(heap);
    }
    return this.#settle(heap);
  }

  #settleAll(most: number): void {
    settleAll(this.#values, this.threshold, this.#settled, most);
    this.#known.fill(1, 0, most + 1);
    this.#settled = most;
    this.#work = 0;
  }

  /** Settles all that the heap depends on, smaller heaps first. */
  #settleBelow(heap: number): void {
    const root = Math.floor(Math.sqrt(heap));
    while (this.#settled <= root || this.#known[this.#settled + 1] === 1) {
      this.#settled++;
      this.#settle(this.#settled);
    }
    for (let j = Math.min(root, Math.floor(heap / this.#settled)); j >= 2; j--) {
      const quotient = Math.floor(heap / j);
      this.#settle(quotient);
      this.#settle(quotient + 1);
    }
  }

  #settle(heap: number): number {
    if (this.#known[heap] === 0) {
      this.#values[heap] = this.#leastMissing(heap);
      this.#known[heap] = 1;
    }
    return this.#values[heap] as number;
  }

  #leastMissing(heap: number): number {
    const values = this.#values;
    const stamp = nextStamp();
    const root = Math.floor(Math.sqrt(heap));
    this.#work += root;
    for (let j = 1; j <= root; j++) {
      const quotient = Math.floor(heap / j);
      const rest = heap - quotient * j;
      if (j > 1) stamps[split(values, quotient, rest, j - rest)] = stamp;
      stamps[split(values, j, rest, quotient - rest)] = stamp;
      // One part fewer leaves j more over; with too many left over the quotient is no longer j.
      const smaller = quotient - 1 - rest - j;
      if (smaller > 0) stamps[split(values, j, rest + j, smaller)] = stamp;
    }
    let least = 0;
    while (stamps[least] === stamp) least++;
    return least;
  }

  #reach(heap: number): void {
    if (heap < this.#values.length) return;
    const length = Math.max(heap + 1, 2 * this.#values.length);
    this.#known = extended(this.#known, new Uint8Array(length));
    this.#values = extended(this.#values, new Uint16Array(length));
    this.#known.fill(1, 0, this.#settled + 1);
    if (this.threshold <= 2) this.#values[2] = 1;
  }
}

/**
 * The values for the F asked for last: the cases of a file share it, so they share the work. A cache
 * and no more; it holds one table, three bytes for each size up to at most twice the largest heap
 * asked for, and eight more while all are settled.
 */
export function nearlyEqualSplits(threshold: number): NearlyEqualSplits {
  if (latest.threshold !== threshold) latest = new NearlyEqualSplits(threshold);
  return latest;
}

let latest = new NearlyEqualSplits(1);

/**
 * By value, the stamp of the last heap that has an option of it. One table for all F: fresh memory for
 * one takes longer than the few heaps of most files.
 */
const stamps = new Uint32Array(VALUES);
const LAST_STAMP = 0xffff_ffff;
let lastStamp = 0;

/** A number that stands for no other heap. */
function nextStamp(): number {
  if (lastStamp === LAST_STAMP) {
    stamps.fill(0);
    lastStamp = 0;
  }
  return ++lastStamp;
}

/** Nim-sum of `larger` heaps of q + 1 and `smaller` heaps of q. */
function split(values: Uint16Array, q: number, larger: number, smaller: number): number {
  return (-(larger & 1) & (values[q + 1] as number)) ^ (-(smaller & 1) & (values[q] as number));
}

function extended<Table extends Uint8Array | Uint16Array>(from: Table, to: Table): Table {
  to.set(from);
  return to;
}
