/**
 * Statement: let S be the span over GF(2) of vectors v1 … vk of bits, read as binary numbers. The
 * least number that is not in S is 2^e, where e is the lowest exponent without a pivot in a basis
 * reduced from the top bit down: all numbers below 2^e are in S, 2^e is not.
 * Source: Gaussian elimination over GF(2); as used for this game in the published solution of
 * JZOJ 3996. Proof: with pivots at 0 … e − 1 the span holds e independent vectors below 2^e, that is
 * all of them; a vector with top bit e would have been a pivot at e.
 * Valid for: any finite set of bit vectors of any length.
 */
export class XorSpan {
  readonly #words: number;
  readonly #pivots: (Uint32Array | undefined)[] = [];

  /** For vectors of up to `bits` bits. */
  constructor(bits: number) {
    this.#words = Math.max(1, Math.ceil(bits / 32));
  }

  /** A zero vector of the right length. */
  vector(): Uint32Array {
    return new Uint32Array(this.#words);
  }

  /** Adds a vector to the generators; consumes it. O(bits² / 32). */
  add(vector: Uint32Array): void {
    let top = topBit(vector, this.#words - 1);
    for (; top >= 0; top = topBit(vector, top >>> 5)) {
      const pivot = this.#pivots[top];
      if (pivot === undefined) {
        this.#pivots[top] = vector;
        return;
      }
      for (let word = 0; word <= top >>> 5; word++) {
        vector[word] = (vector[word] as number) ^ (pivot[word] as number);
      }
    }
  }

  /** The exponent e of the least number 2^e outside the span. */
  leastMissingExponent(): number {
    let exponent = 0;
    while (this.#pivots[exponent] !== undefined) exponent++;
    return exponent;
  }
}

/** Position of the highest one-bit in the words up to `last`, or −1. */
function topBit(vector: Uint32Array, last: number): number {
  for (let word = last; word >= 0; word--) {
    const bits = vector[word] as number;
    if (bits !== 0) return word * 32 + 31 - Math.clz32(bits);
  }
  return -1;
}
