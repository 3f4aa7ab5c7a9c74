import { InvariantError } from '../text/errors.ts';

/**
 * Residues modulo a prime below 2^30, for inner loops: no division and no remainder, only products of
 * doubles and the low 32 bits of products of integers.
 */
export class PrimeField {
  readonly prime: number;
  readonly #reciprocal: number;

  constructor(prime: number) {
    if (!(prime > 1 && prime < 2 ** 30)) {
      throw new InvariantError(`PrimeField: expected a prime below 2^30, got ${prime}`);
    }
    this.prime = prime;
    this.#reciprocal = 1 / prime;
  }

  /** a + b, for residues. */
  add(a: number, b: number): number {
    const sum = a + b - this.prime;
    return sum < 0 ? sum + this.prime : sum;
  }

  /**
   * a · b, for residues. The quotient is below 2^30 and the three roundings of its double change it by
   * less than 2^−21, so that its integer part is off by at most one. The rest lies in −p … 2p − 1,
   * which fits 31 bits and a sign, hence the low 32 bits of the two products determine it.
   */
  multiply(a: number, b: number): number {
    const quotient = (a * b * this.#reciprocal) | 0;
    const rest = (Math.imul(a, b) - Math.imul(quotient, this.prime)) | 0;
    if (rest < 0) return rest + this.prime;
    return rest >= this.prime ? rest - this.prime : rest;
  }

  /** The residue of an integer 0 ≤ x ≤ 2^53 − p, whose quotient is at most one off for the same reason. */
  reduce(x: number): number {
    const rest = x - Math.floor(x * this.#reciprocal) * this.prime;
    if (rest < 0) return rest + this.prime;
    return rest >= this.prime ? rest - this.prime : rest;
  }
}
