/** C(n, 0), C(n, 1), … C(n, n). Each takes a product and a quotient by a small number. */
export function* binomialRow(n: number): Generator<bigint, void> {
  let binomial = 1n;
  for (let k = 0; k <= n; k++) {
    yield binomial;
    binomial = (binomial * BigInt(n - k)) / BigInt(k + 1);
  }
}

/** C(k, k), C(k + 1, k), C(k + 2, k), … without an end. */
export function* binomialColumn(k: number): Generator<bigint, never> {
  let binomial = 1n;
  for (let n = k; ; n++) {
    yield binomial;
    binomial = (binomial * BigInt(n + 1)) / BigInt(n + 1 - k);
  }
}

/** n choose k itself, for 0 ≤ k ≤ n. */
export function exactBinomial(n: number, k: number): bigint {
  let binomial = 1n;
  for (let taken = 1; taken <= Math.min(k, n - k); taken++) {
    binomial = (binomial * BigInt(n + 1 - taken)) / BigInt(taken);
  }
  return binomial;
}
