import { columns, constants, ends, inputs, outputs, ROW, size, starts, weights } from './memory';
import { inverse, join, modulus, SHIFT } from './residue';

/** outputs = weights · inputs + constants, in all lanes: two multiply-adds a weight and lane. */
export function apply(): void {
  const m = f64x2.splat(modulus);
  const i = f64x2.splat(inverse);
  const shift = f64x2.splat(SHIFT);
  for (let row: usize = 0; row < <usize>size; row++) {
    applyRow(
      <usize>load<i32>(starts + (row << 2)),
      <usize>load<i32>(ends + (row << 2)),
      load<f64>(constants + (row << 3)),
      outputs + row * ROW,
      m,
      i,
      shift,
    );
  }
}

function applyRow(
  start: usize,
  end: usize,
  constant: f64,
  output: usize,
  m: v128,
  i: v128,
  shift: v128,
): void {
  let weight = weights + (start << 4);
  let column = columns + (start << 1);
  const last = weights + (end << 4);
  const zero = f64x2.splat(0);
  let high0 = zero;
  let high1 = zero;
  let high2 = zero;
  let high3 = zero;
  let low0 = f64x2.splat(constant);
  let low1 = low0;
  let low2 = low0;
  let low3 = low0;
  for (; weight < last; weight += 16, column += 2) {
    const input = inputs + load<u16>(column);
    const high = v128.load64_splat(weight);
    const tail = v128.load64_splat(weight, 8);
    const x0 = v128.load(input);
    const x1 = v128.load(input, 16);
    const x2 = v128.load(input, 32);
    const x3 = v128.load(input, 48);
    high0 = f64x2.relaxed_madd(high, x0, high0);
    low0 = f64x2.relaxed_madd(tail, x0, low0);
    high1 = f64x2.relaxed_madd(high, x1, high1);
    low1 = f64x2.relaxed_madd(tail, x1, low1);
    high2 = f64x2.relaxed_madd(high, x2, high2);
    low2 = f64x2.relaxed_madd(tail, x2, low2);
    high3 = f64x2.relaxed_madd(high, x3, high3);
    low3 = f64x2.relaxed_madd(tail, x3, low3);
  }
  v128.store(output, join(high0, low0, m, i, shift));
  v128.store(output, join(high1, low1, m, i, shift), 16);
  v128.store(output, join(high2, low2, m, i, shift), 32);
  v128.store(output, join(high3, low3, m, i, shift), 48);
}
