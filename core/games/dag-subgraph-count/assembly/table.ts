import { fillCore } from './core-table';
import { edgesBetween, noneOf } from './graph';
import {
  columns,
  constants,
  core,
  coreColumns,
  coreConstants,
  coreEnds,
  coreStarts,
  coreWeights,
  ends,
  openCore,
  ROW,
  size,
  starts,
  upperFactors,
  upperSubsets,
  upperValues,
  weights,
} from './memory';
import {
  highHalf,
  inverse,
  join,
  lowHalf,
  modulus,
  multiplyOne,
  reduceOne,
  SHIFT,
  UNSHIFT,
} from './residue';
import { listSubsets } from './subsets';

/**
 * Fills the rows for the high part of a layer, a mask of all vertices: for each row Ul the weights of its
 * pairs (Tl, Ql) that are not 0 and its constant, both without the share for the edges inside the high
 * part. The low vertices are cut into the core and the rest, Tl = Tr | Tc: no edge runs from the rest to
 * the core, so that a weight is one of the core times one that depends on Tr and Qr alone, and the
 * constants need 3^rest · 2^core products.
 */
export function fillTable(high: i32): void {
  const rest = (size - 1) & ~((1 << core) - 1);
  for (let layer: i32 = 0; ; layer = (layer - rest) & rest) {
    const upper = high | layer;
    openCore(layer);
    fillCore(upper);
    fillFactors(upper, layer, rest & ~layer);
    if (layer == rest) break;
  }
  // The rows that are written at a time stay in the nearest cache.
  for (let upperRow: i32 = 0; ; upperRow = (upperRow - rest) & rest) {
    clearRows(upperRow);
    for (let later: i32 = 0; ; later = (later - upperRow) & upperRow) {
      const weight = load<f64>(factorAt(upperRow ^ later, later));
      if (weight != 0) {
        openCore(upperRow ^ later);
        addScaledCore(upperRow, <usize>later * ROW, weight);
        addConstants(upperRow, weight);
      }
      if (later == upperRow) break;
    }
    reduceConstants(upperRow);
    if (upperRow == rest) return;
  }
}

/** The factors of the pairs of Tr with each Qr that is a subset of `others`. */
function fillFactors(upper: i32, layer: i32, others: i32): void {
  for (let later: i32 = 0; ; later = (later - others) & others) {
    store<f64>(factorAt(layer, later), 0);
    if (later == others) break;
  }
  const share = noneOf(edgesBetween(layer, upper));
  const count = listSubsets(0, others, 0, upper, share, upperSubsets, upperValues);
  for (let j: usize = 0; j < <usize>count; j++) {
    const later = load<i32>(upperSubsets + (j << 2));
    store<f64>(factorAt(layer, later), load<f64>(upperValues + (j << 3)));
  }
}

function factorAt(layer: i32, later: i32): usize {
  return upperFactors + ((<usize>((layer >> core) * (size >> core) + (later >> core))) << 3);
}

function clearRows(upperRow: i32): void {
  for (let row: i32 = 0; row < 1 << core; row++) {
    const at = <usize>(upperRow | row);
    store<i32>(ends + (at << 2), load<i32>(starts + (at << 2)));
    store<f64>(constants + (at << 3), 0);
  }
}

function reduceConstants(upperRow: i32): void {
  for (let row: i32 = 0; row < 1 << core; row++) {
    const at = constants + ((<usize>(upperRow | row)) << 3);
    store<f64>(at, reduceOne(load<f64>(at)));
  }
}

function addScaledCore(upperRow: i32, upperColumn: usize, weight: f64): void {
  const half = nearest<f64>(weight * UNSHIFT);
  const high = f64x2.splat(half);
  const tail = f64x2.splat(weight - half * SHIFT);
  const m = f64x2.splat(modulus);
  const i = f64x2.splat(inverse);
  const shift = f64x2.splat(SHIFT);
  const unshift = f64x2.splat(UNSHIFT);
  const twoColumns = <u32>(upperColumn | (upperColumn << 16));
  const rows: i32 = 1 << core;
  for (let row: i32 = 0; row < rows; row++) {
    const end = ends + ((<usize>(upperRow | row)) << 2);
    let from = <usize>load<i32>(coreStarts + ((<usize>row) << 2));
    const stop = <usize>load<i32>(coreEnds + ((<usize>row) << 2));
    let at = <usize>load<i32>(end);
    store<i32>(end, <i32>(at + stop - from));
    // Two at a time: where their number is odd, one too many lies behind the end of the row.
    for (; from < stop; from += 2, at += 2) {
      const share = v128.load(coreWeights + (from << 3));
      const product = join(f64x2.mul(share, high), f64x2.mul(share, tail), m, i, shift);
      const h = highHalf(product, unshift);
      const l = lowHalf(product, h, shift);
      v128.store(weights + (at << 4), v128.shuffle<i64>(h, l, 0, 2));
      v128.store(weights + (at << 4), v128.shuffle<i64>(h, l, 1, 3), 16);
      store<u32>(columns + (at << 1), load<u32>(coreColumns + (from << 1)) + twoColumns);
    }
  }
}

function addConstants(upperRow: i32, weight: f64): void {
  const rows: i32 = 1 << core;
  for (let row: i32 = 0; row < rows; row++) {
    const constant = constants + ((<usize>(upperRow | row)) << 3);
    const scaled = multiplyOne(load<f64>(coreConstants + ((<usize>row) << 3)), weight);
    store<f64>(constant, load<f64>(constant) + scaled);
  }
}
