import { bothSomeOf, edgesInto, fromFirst, fromSecond, noneOf, someOf } from './graph';
import { cells } from './memory';
import { modulus, multiplyOne, reduceOne } from './residue';

/**
 * π of all vertices from the table: the sum over all ways to deal the vertices up to `vertex` out to T and
 * Q, the larger ones of Q being `later`, all others in T. Edges run to larger vertices only, so that the
 * factor of a vertex is known once these are dealt out.
 */
export function sumOver(vertex: i32, later: i32, weight: f64): f64 {
  if (weight == 0) return 0;
  if (vertex < 0) return multiplyOne(shareGiven(later), weight);
  const edges = edgesInto(vertex, ~later);
  const within = sumOver(vertex - 1, later, multiplyOne(weight, noneOf(edges)));
  const above = sumOver(vertex - 1, later | (1 << vertex), multiplyOne(weight, someOf(edges)));
  return reduceOne(within + above);
}

/** The share in which both sources have the same value if all but `later` have value 0; up to m. */
function shareGiven(later: i32): f64 {
  const a: i32 = popcnt(fromFirst & ~later);
  const b: i32 = popcnt(fromSecond & ~later);
  return multiplyOne(bothSomeOf(a, b), shareOf(later)) + noneOf(a + b);
}

/** π of a set of inner vertices, from its cell. */
export function shareOf(set: i32): f64 {
  const share = <f64>load<u32>(cells + ((<usize>set) << 2));
  return share > modulus / 2 ? share - modulus : share;
}
