/** Integers below it are exact in a double. */
const EXACT = 2 ** 53;

/**
 * A sum of products of whole numbers 0 … 2^53, exact whatever its size: a double takes what stays
 * below 2^53, a BigInt the rest. Rounding is monotone and 2^53 is a double, so a rounded product or
 * sum below 2^53 was not rounded at all.
 */
export class ExactSum {
  #low = 0;
  #high = 0n;

  add(factor: number, other: number): void {
    const product = factor * other;
    const low = this.#low + product;
    if (low < EXACT) {
      this.#low = low;
      return;
    }
    this.#high += BigInt(this.#low);
    this.#low = product < EXACT ? product : 0;
    if (product >= EXACT) this.#high += BigInt(factor) * BigInt(other);
  }

  value(): bigint {
    return this.#high + BigInt(this.#low);
  }
}
