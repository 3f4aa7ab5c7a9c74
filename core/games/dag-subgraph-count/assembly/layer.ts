import { apply } from './apply';
import { edgesBetween, edgesInto, noneOf, someOf } from './graph';
import { gather, scatter } from './lanes';
import { LANES, LISTED, low, subsets, values } from './memory';
import { multiplyOne } from './residue';
import { listSubsets } from './subsets';

/**
 * Adds the terms of one Th, whose table is filled, to all blocks Th | Qh, where Qh holds `forced` and any of
 * `others`. All sets are high parts.
 */
export function addLayer(layer: i32, forced: i32, others: i32): void {
  const high = layer << low;
  const share = weighted(noneOf(edgesBetween(high, high)), forced, high);
  const inner = lowestOf(others);
  const outer = others & ~inner;
  for (let later: i32 = 0; ; later = (later - outer) & outer) {
    const base = forced | later;
    const weight = weighted(share, later, high);
    const count = listSubsets(base, inner, low, high, weight, subsets, values);
    padLanes(base, count);
    for (let first: i32 = 0; first < count; first += LANES) {
      gather(first);
      apply();
      scatter(first, layer);
    }
    if (later == outer) return;
  }
}

/** A share, times the one in which each vertex of the high part `set` keeps an edge into `high`. */
function weighted(share: f64, set: i32, high: i32): f64 {
  let product = share;
  for (let rest = set; rest != 0; rest &= rest - 1) {
    product = multiplyOne(product, someOf(edgesInto(low + ctz(rest), high)));
  }
  return product;
}

/** As many of the lowest vertices of a set as are listed at a time. */
function lowestOf(set: i32): i32 {
  let rest = set;
  for (let count: i32 = 0; count < LISTED && rest != 0; count++) rest &= rest - 1;
  return set & ~rest;
}

/** The last lanes of few blocks are filled up with one of weight 0. */
function padLanes(base: i32, count: i32): void {
  for (let j = <usize>count; j < <usize>LANES; j++) {
    store<i32>(subsets + (j << 2), base);
    store<f64>(values + (j << 3), 0);
  }
}
