import { edgesInto, someOf } from './graph';
import { subsets, values } from './memory';
import { multiplyOne } from './residue';

/**
 * Lists `base` with each subset of `others`, and of each subset the share in which every vertex keeps an
 * edge into `layer`, times `share`; leaves out vertices without such an edge. Vertices are numbered from
 * `offset` on in `base` and `others`. Returns how many there are.
 */
export function listSubsets(
  base: i32,
  others: i32,
  offset: i32,
  layer: i32,
  share: f64,
  subsets: usize,
  values: usize,
): i32 {
  store<i32>(subsets, base);
  store<f64>(values, share);
  let count: usize = 1;
  for (let rest = others; rest != 0; rest &= rest - 1) {
    const edges = edgesInto(offset + ctz(rest), layer);
    if (edges == 0) continue;
    const factor = someOf(edges);
    const vertex = rest & -rest;
    for (let j: usize = 0; j < count; j++) {
      store<i32>(subsets + ((count + j) << 2), load<i32>(subsets + (j << 2)) | vertex);
      store<f64>(values + ((count + j) << 3), multiplyOne(load<f64>(values + (j << 3)), factor));
    }
    count <<= 1;
  }
  return <i32>count;
}
