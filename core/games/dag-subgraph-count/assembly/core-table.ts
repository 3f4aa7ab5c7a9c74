import {
  bothSomeOf,
  edgesBetween,
  edgesInto,
  fromFirst,
  fromSecond,
  noneOf,
  someOf,
} from './graph';
import {
  core,
  coreColumns,
  coreConstants,
  coreEnds,
  coreStarts,
  coreSubsets,
  coreValues,
  coreWeights,
  ROW,
} from './memory';
import { inverse, join, modulus, multiplyOne, reduceOne, SHIFT, UNSHIFT } from './residue';

/**
 * Fills the rows of the core for the part `upper` of a layer above it: for each row Uc the weights of its
 * pairs (Tc, Qc) that are not 0, the factor of the sources among them, and its constant.
 */
export function fillCore(upper: i32): void {
  const rows: i32 = 1 << core;
  for (let row: i32 = 0; row < rows; row++) {
    const at = (<usize>row) << 2;
    store<i32>(coreEnds + at, load<i32>(coreStarts + at));
    store<f64>(coreConstants + ((<usize>row) << 3), 0);
  }
  for (let layer: i32 = 0; layer < rows; layer++) {
    const count = chain(upper, layer);
    for (let j: i32 = 0; j < count; j++) put(layer, j);
  }
  for (let row: i32 = 0; row < rows; row++) {
    const constant = coreConstants + ((<usize>row) << 3);
    store<f64>(constant, reduceOne(load<f64>(constant)));
  }
}

/**
 * Lists all Qc that leave a weight other than 0 to a layer Tc, with the weight of the pair times the share in
 * which both sources are above the layer, and times the one in which both are in it.
 */
function chain(upper: i32, layer: i32): i32 {
  const whole = upper | layer;
  const a = popcnt(fromFirst & whole);
  const b = popcnt(fromSecond & whole);
  const inside = edgesBetween(layer, whole);
  const above = multiplyOne(bothSomeOf(a, b), noneOf(inside));
  store<i32>(coreSubsets, 0);
  v128.store(coreValues, f64x2.replace_lane(f64x2.splat(above), 1, noneOf(inside + a + b)));
  const m = f64x2.splat(modulus);
  const i = f64x2.splat(inverse);
  const shift = f64x2.splat(SHIFT);
  let count: usize = 1;
  for (let rest = ((1 << core) - 1) & ~layer; rest != 0; rest &= rest - 1) {
    const q: i32 = ctz(rest);
    const edges = edgesInto(q, whole);
    if (edges == 0) continue;
    const factor = someOf(edges);
    const half = nearest<f64>(factor * UNSHIFT);
    const high = f64x2.splat(half);
    const tail = f64x2.splat(factor - half * SHIFT);
    for (let j: usize = 0; j < count; j++) {
      store<i32>(coreSubsets + ((count + j) << 2), load<i32>(coreSubsets + (j << 2)) | (1 << q));
      const value = v128.load(coreValues + (j << 4));
      const product = join(f64x2.mul(value, high), f64x2.mul(value, tail), m, i, shift);
      v128.store(coreValues + ((count + j) << 4), product);
    }
    count <<= 1;
  }
  return <i32>count;
}

/** Adds pair j of the list to its row. */
function put(layer: i32, j: i32): void {
  const later = load<i32>(coreSubsets + ((<usize>j) << 2));
  const row = <usize>(layer | later);
  const above = load<f64>(coreValues + ((<usize>j) << 4));
  const constant = coreConstants + (row << 3);
  store<f64>(constant, load<f64>(constant) + load<f64>(coreValues + ((<usize>j) << 4), 8));
  if (above == 0) return;
  const end = coreEnds + (row << 2);
  const at = <usize>load<i32>(end);
  store<i32>(end, <i32>at + 1);
  store<f64>(coreWeights + (at << 3), above);
  store<u16>(coreColumns + (at << 1), <u16>(<usize>later * ROW));
}
