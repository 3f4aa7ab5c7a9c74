/*
 * The kernel of the blocked sum (theory/grundy-layer-blocks, theory/grundy-layer-maps), for one thread:
 * the words are those of the theorems. Multiplies the table of one Th with many blocks Qh side by side.
 */
import { shareOf, sumOver } from './finish';
import { edgesInto } from './graph';
import { ANY, kindOf, sortKinds } from './kinds';
import { addLayer } from './layer';
import {
  blockAt,
  cells,
  columns,
  constants,
  ends,
  layOut,
  low,
  ROW,
  size,
  starts,
  weights,
} from './memory';
import { modulus, reduceOne, SHIFT, setModulus } from './residue';
import { fillTable } from './table';

export { setEdges, setHalf, setSources } from './graph';

/** Takes scratch from `scratch` on and returns its end. */
export function setUp(scratch: usize, cells: usize, lowVertices: i32, m: f64): usize {
  setModulus(m);
  return layOut(scratch, cells, lowVertices);
}

/** Block 0, by forward substitution: row Ul needs only rows Ql ⊂ Ul. */
export function solveLowest(): void {
  fillTable(0);
  for (let row: usize = 0; row < <usize>size; row++) {
    let high: f64 = 0;
    let rest = load<f64>(constants + (row << 3));
    const end = <usize>load<i32>(ends + (row << 2));
    for (let at = <usize>load<i32>(starts + (row << 2)); at < end; at++) {
      const share = shareOf(load<u16>(columns + (at << 1)) / <i32>ROW);
      high += load<f64>(weights + (at << 4)) * share;
      rest += load<f64>(weights + (at << 4), 8) * share;
    }
    store<u32>(blockAt(0) + (row << 2), lifted(reduceOne(high) * SHIFT + rest));
  }
}

/** The terms of some finished blocks in π of all vertices, so many of which are inner ones. */
export function termOfBlocks(first: i32, last: i32, inner: i32): u32 {
  return lifted(sumOver(first, last, inner));
}

/** The residue between 0 and m − 1. */
function lifted(x: f64): u32 {
  const residue = reduceOne(x);
  return <u32>(residue < 0 ? residue + modulus : residue);
}

/**
 * The blocks from `first` up to `last`, which is not included: all that share their leading bits, `first`
 * having no others.
 */
export function solveBlocks(first: i32, last: i32): void {
  memory.fill(blockAt(first), 0, blockAt(last) - blockAt(first));
  const free = last - first - 1;
  const top: i32 = 31 - clz(first);
  const fixed = first ^ (1 << top);
  const kinds = sortKinds(top + 1);
  if (kinds == 0) addLayers(fixed, free, top, ANY);
  for (let kind: i32 = 0; kind < kinds; kind++) addLayers(fixed, free, top, kind);
}

/** The layers of one kind, which share a table, or any of them. */
function addLayers(fixed: i32, free: i32, top: i32, kind: i32): void {
  const all = fixed | free;
  let isFirst = true;
  for (let rest: i32 = 0; ; rest = (rest - all) & all) {
    const layer = rest | (1 << top);
    if (kind == ANY || kindOf(layer) == kind) {
      const reach = withEdgeInto(layer, top);
      const forced = fixed & ~layer;
      if ((forced & ~reach) == 0) {
        if (kind == ANY || isFirst) fillTable(layer << low);
        isFirst = false;
        addLayer(layer, forced, free & reach & ~layer);
      }
    }
    if (rest == all) return;
  }
}

/** The high vertices below `top` with an edge into a high part. */
function withEdgeInto(layer: i32, top: i32): i32 {
  let tails: i32 = 0;
  for (let vertex: i32 = 0; vertex < top; vertex++) {
    if (edgesInto(low + vertex, layer << low) != 0) tails |= 1 << vertex;
  }
  return tails;
}
