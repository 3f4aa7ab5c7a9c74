/** A power of two above every Grundy value for x ≤ 10^7, so above every nim-sum: 3 · √x options < 2^14. */
export const VALUES = 1 << 14;

/**
 * Statement: as in theory/nearly-equal-splits. Split x into m parts and let q = ⌊x / m⌋: as long as q
 * is the same, the option depends on the parity of x only. With x₀ = q · m it is
 *   where x has the parity of x₀:  0 for even m, g(q) for odd m;
 *   where it has the other one:    g(q) xor g(q + 1) for even m, g(q + 1) for odd m.
 * So from one x to the next the options change only for those m that divide x, and for all x up to N
 * together N / 2 + N / 3 + … + 1 < N ln N times, where taking each heap by itself looks at √x quotients.
 * Source: the published solution of BZOJ 3576 for the options; the sum of the divisors is well known.
 * Valid for: F ≥ 1 and heaps up to 10^7.
 *
 * Fills in the Grundy values of the heaps `settled` + 1 … `most`; those up to `settled` ≥ 2 are known.
 * A heap of 2 has one option, two heaps of 1, which are dead. O(most · ln most) and 8 bytes a heap.
 */
export function settleAll(
  values: Uint16Array,
  threshold: number,
  settled: number,
  most: number,
): void {
  const options = new Options(values);
  const multiples = new NextMultiples(most);
  for (let m = 2; m <= settled; m++) {
    options.count(m, Math.floor(settled / m), 1);
    multiples.put(m, (Math.floor(settled / m) + 1) * m);
  }
  for (let heap = settled + 1; heap <= most; heap++) {
    for (let m = multiples.take(heap); m !== 0; m = multiples.take(heap)) {
      options.count(m, heap / m - 1, -1);
      options.count(m, heap / m, 1);
      multiples.put(m, heap + m);
    }
    options.count(heap, 1, 1);
    multiples.put(heap, 2 * heap);
    values[heap] = heap < threshold ? 0 : options.leastMissing(heap);
  }
}

/** How many m lead to each value, from heaps of either parity. */
class Options {
  readonly #values: Uint16Array;
  readonly #even = new Int32Array(VALUES);
  readonly #odd = new Int32Array(VALUES);

  constructor(values: Uint16Array) {
    this.#values = values;
  }

  /** Adds or takes away the options of m as long as the quotient is q. */
  count(m: number, q: number, by: number): void {
    const smaller = this.#values[q] as number;
    const larger = this.#values[q + 1] as number;
    const startsOdd = (m & q & 1) === 1;
    const same = startsOdd ? this.#odd : this.#even;
    const other = startsOdd ? this.#even : this.#odd;
    const inSame = m & 1 ? smaller : 0;
    const inOther = m & 1 ? larger : smaller ^ larger;
    same[inSame] = (same[inSame] as number) + by;
    other[inOther] = (other[inOther] as number) + by;
  }

  leastMissing(heap: number): number {
    const counts = heap & 1 ? this.#odd : this.#even;
    let least = 0;
    while (counts[least] !== 0) least++;
    return least;
  }
}

/** For each number up to `most`, the m whose next multiple it is, as linked lists. */
class NextMultiples {
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor(most: number) {
    this.#first = new Int32Array(most + 1);
    this.#next = new Int32Array(most + 1);
  }

  put(m: number, multiple: number): void {
    if (multiple >= this.#first.length) return;
    this.#next[m] = this.#first[multiple] as number;
    this.#first[multiple] = m;
  }

  /** One m whose next multiple this is, and no more; 0 if there is none left. */
  take(multiple: number): number {
    const m = this.#first[multiple] as number;
    this.#first[multiple] = this.#next[m] as number;
    return m;
  }
}
