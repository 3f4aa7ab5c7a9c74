import { blockAt, inputs, LANES, outputs, ROW, size, subsets, values } from './memory';
import { highHalf, inverse, join, lowHalf, modulus, SHIFT, UNSHIFT } from './residue';

function listed(j: i32): i32 {
  return load<i32>(subsets + ((<usize>j) << 2));
}

/** Spreads the cells of the blocks Qh from number `first` of the list on over the lanes of the inputs. */
export function gather(first: i32): void {
  const m = i32x4.splat(<i32>modulus);
  const half = i32x4.splat(<i32>modulus >> 1);
  for (let lane: i32 = 0; lane < LANES; lane += 2) {
    let a = blockAt(listed(first + lane));
    let b = blockAt(listed(first + lane + 1));
    let to = inputs + ((<usize>lane) << 3);
    const end = a + ((<usize>size) << 2);
    for (; a < end; a += 16, b += 16, to += 4 * ROW) {
      const x = centred(v128.load(a), m, half);
      const y = centred(v128.load(b), m, half);
      const pairs = v128.shuffle<i32>(x, y, 0, 4, 1, 5);
      const others = v128.shuffle<i32>(x, y, 2, 6, 3, 7);
      v128.store(to, f64x2.convert_low_i32x4_s(pairs));
      v128.store(to, f64x2.convert_low_i32x4_s(upperHalf(pairs)), ROW);
      v128.store(to, f64x2.convert_low_i32x4_s(others), 2 * ROW);
      v128.store(to, f64x2.convert_low_i32x4_s(upperHalf(others)), 3 * ROW);
    }
  }
}

/** 0 … m − 1 to −m/2 … m/2 */
export function centred(x: v128, m: v128, half: v128): v128 {
  return i32x4.sub(x, v128.and(m, i32x4.gt_s(x, half)));
}

export function upperHalf(x: v128): v128 {
  return v128.shuffle<i64>(x, x, 1, 1);
}

/** Adds each lane of the outputs, times its A(Th, Qh), to the cells of the block Th | Qh. */
export function scatter(first: i32, layer: i32): void {
  const m = f64x2.splat(modulus);
  const i = f64x2.splat(inverse);
  const shift = f64x2.splat(SHIFT);
  const unshift = f64x2.splat(UNSHIFT);
  const integer = i32x4.splat(<i32>modulus);
  for (let lane: i32 = 0; lane < LANES; lane += 2) {
    const factor = v128.load(values + ((<usize>(first + lane)) << 3));
    const high = highHalf(factor, unshift);
    const tail = lowHalf(factor, high, shift);
    let a = blockAt(listed(first + lane) | layer);
    let b = blockAt(listed(first + lane + 1) | layer);
    let from = outputs + ((<usize>lane) << 3);
    const end = a + ((<usize>size) << 2);
    for (; a < end; a += 16, b += 16, from += 4 * ROW) {
      const r0 = scaled(v128.load(from), high, tail, m, i, shift);
      const r1 = scaled(v128.load(from, ROW), high, tail, m, i, shift);
      const r2 = scaled(v128.load(from, 2 * ROW), high, tail, m, i, shift);
      const r3 = scaled(v128.load(from, 3 * ROW), high, tail, m, i, shift);
      const upper = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
      const lower = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
      addTo(a, v128.shuffle<i64>(upper, lower, 0, 2), integer);
      addTo(b, v128.shuffle<i64>(upper, lower, 1, 3), integer);
    }
  }
}

/** Two residues, as integers in the lower half. */
function scaled(x: v128, high: v128, tail: v128, m: v128, i: v128, shift: v128): v128 {
  const product = join(f64x2.mul(x, high), f64x2.mul(x, tail), m, i, shift);
  return i32x4.relaxed_trunc_f64x2_s_zero(product);
}

/** x is above −m; the sums are below 2m < 2^32, and one of sum and sum − m, without sign, is below m. */
function addTo(at: usize, x: v128, m: v128): void {
  const positive = i32x4.add(x, v128.and(m, i32x4.shr_s(x, 31)));
  const sum = i32x4.add(v128.load(at), positive);
  v128.store(at, i32x4.min_u(sum, i32x4.sub(sum, m)));
}
