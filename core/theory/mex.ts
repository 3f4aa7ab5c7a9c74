/**
 * Statement: mex(S) is the least non-negative integer that is not in S. The Grundy value of a
 * position is the mex of the Grundy values of its options; it is 0 exactly for P-positions, and the
 * Grundy value of a disjunctive sum is the nim-sum of its parts.
 * Source: R. P. Sprague (1935) and P. M. Grundy (1939); Ferguson, Game Theory, part I, chapter 3.
 * Valid for: finite impartial games without repetition, under normal play.
 */
export function mex(values: Iterable<number>): number {
  const seen = new Set(values);
  let least = 0;
  while (seen.has(least)) least++;
  return least;
}
