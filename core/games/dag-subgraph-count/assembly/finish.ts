import { bothSomeOf, edgesInto, fromFirst, fromSecond, noneOf, someOf } from './graph';
import { ANY, kindOf, sortKinds } from './kinds';
import { centred, upperHalf } from './lanes';
import { blockAt, cells, inputs, low, outputs, size, subsets, values } from './memory';
import { inverse, join, modulus, multiplyOne, reduceOne, SHIFT, UNSHIFT } from './residue';

/*
 * π of all vertices is a sum over all sets Q of inner ones, all others being in T. For the high part Qh of Q
 * it is A(Th, Qh) · (row · block Qh + c), and the row and c depend on the kind of Th only. The row lies in
 * `inputs` and `outputs`, its high and its low halves: the blocks themselves are done by then.
 */

let constant: f64 = 0;

/** The terms of the blocks Qh from `first` up to `last`, which is not included, for so many inner vertices. */
export function sumOver(first: i32, last: i32, inner: i32): f64 {
  const high = inner - low;
  const kinds = sortKinds(high);
  if (kinds == 0) return sumOfKind(first, last, high, ANY);
  let sum: f64 = 0;
  for (let kind: i32 = 0; kind < kinds; kind++) sum += sumOfKind(first, last, high, kind);
  return reduceOne(sum);
}

function sumOfKind(first: i32, last: i32, high: i32, kind: i32): f64 {
  const all = (1 << high) - 1;
  let isFirst = true;
  let sum: f64 = 0;
  for (let later = first; later < last; later++) {
    const layer = all & ~later;
    if (kind != ANY && kindOf(layer) != kind) continue;
    const share = shareOfHigh(later, high);
    if (share == 0) continue;
    if (kind == ANY || isFirst) fillRow(later << low);
    isFirst = false;
    sum = reduceOne(sum + multiplyOne(rowTimes(later), share));
  }
  return sum;
}

/** Edges run to larger vertices only; all of these but `later` are in T, the sinks too. */
function shareOfHigh(later: i32, high: i32): f64 {
  const layer = ~(later << low);
  let share: f64 = 1;
  for (let vertex: i32 = 0; vertex < high; vertex++) {
    const edges = edgesInto(low + vertex, layer);
    share = multiplyOne(share, (later >> vertex) & 1 ? someOf(edges) : noneOf(edges));
  }
  return share;
}

/** The row of all low parts, given the high part of Q as a mask of all vertices. */
function fillRow(high: i32): void {
  // A block of one or two cells is read with what lies behind it, times 0.
  memory.fill(inputs, 0, 32);
  memory.fill(outputs, 0, 32);
  store<i32>(subsets, high);
  store<f64>(values, 1);
  let count: usize = 1;
  for (let vertex = low - 1; vertex >= 0; vertex--) {
    for (let j: usize = 0; j < count; j++) {
      const later = load<i32>(subsets + (j << 2));
      const value = load<f64>(values + (j << 3));
      const edges = edgesInto(vertex, ~later);
      store<i32>(subsets + ((count + j) << 2), later | (1 << vertex));
      store<f64>(values + ((count + j) << 3), multiplyOne(value, someOf(edges)));
      store<f64>(values + (j << 3), multiplyOne(value, noneOf(edges)));
    }
    count <<= 1;
  }
  constant = 0;
  for (let j: usize = 0; j < count; j++) {
    put(load<i32>(subsets + (j << 2)), load<f64>(values + (j << 3)));
  }
}

/** Both sources are above T, or both of value 0. */
function put(later: i32, value: f64): void {
  const a: i32 = popcnt(fromFirst & ~later);
  const b: i32 = popcnt(fromSecond & ~later);
  constant = reduceOne(constant + multiplyOne(value, noneOf(a + b)));
  const weight = multiplyOne(value, bothSomeOf(a, b));
  const half = nearest<f64>(weight * UNSHIFT);
  const at = (<usize>(later & (size - 1))) << 3;
  store<f64>(inputs + at, half);
  store<f64>(outputs + at, weight - half * SHIFT);
}

/** row · block + c, by sums that `residue.ts` bounds. */
function rowTimes(block: i32): f64 {
  const m = i32x4.splat(<i32>modulus);
  const half = i32x4.splat(<i32>modulus >> 1);
  let high = f64x2.splat(0);
  let tail = high;
  let weight: usize = 0;
  const end = blockAt(block + 1);
  for (let at = blockAt(block); at < end; at += 16, weight += 32) {
    const x = centred(v128.load(at), m, half);
    const lower = f64x2.convert_low_i32x4_s(x);
    const upper = f64x2.convert_low_i32x4_s(upperHalf(x));
    high = f64x2.relaxed_madd(v128.load(inputs + weight), lower, high);
    tail = f64x2.relaxed_madd(v128.load(outputs + weight), lower, tail);
    high = f64x2.relaxed_madd(v128.load(inputs + weight, 16), upper, high);
    tail = f64x2.relaxed_madd(v128.load(outputs + weight, 16), upper, tail);
  }
  const both = join(high, tail, f64x2.splat(modulus), f64x2.splat(inverse), f64x2.splat(SHIFT));
  return reduceOne(f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1) + constant);
}

/** π of a set of inner vertices, from its cell. */
export function shareOf(set: i32): f64 {
  const share = <f64>load<u32>(cells + ((<usize>set) << 2));
  return share > modulus / 2 ? share - modulus : share;
}
