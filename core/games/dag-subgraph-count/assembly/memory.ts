/*
 * Where everything stands in memory. The cells of the table, 32-bit residues, belong to the caller; all
 * else is the scratch of one thread. A block holds the cells of 2^low sets, those of one high part.
 */

/** Blocks that are multiplied side by side. */
export const LANES: i32 = 8;

/** Bytes between two rows of `inputs` and `outputs`: one number a lane. */
export const ROW: usize = 64;

/** The low vertices are cut once more: so many of them make up the core of a weight table. */
const MOST_CORE: i32 = 4;

/** High vertices whose subsets are listed at a time. */
export const LISTED: i32 = 10;

/** More edges than any set of up to 30 vertices has inside, with those of the two sources into it. */
export const CHANCES: i32 = 512;

/** More edges than a source can have. */
export const FAN: i32 = 32;

export let cells: usize = 0;
export let low: i32 = 0;
/** Sets in a block. */
export let size: i32 = 0;
export let core: i32 = 0;

/** u32 a vertex: the heads of its edges. */
export let outs: usize = 0;
/** Two f64 a number k of edges: the share of subsets that keep none of them, and at least one. */
export let chances: usize = 0;
/** f64 a pair a, b: the share of subsets that keep at least one of a edges and at least one of b others. */
export let bothSome: usize = 0;

/** u32 a row Ul: index of its first weight, and the one after its last. */
export let starts: usize = 0;
export let ends: usize = 0;
/** Two f64 a weight: its high and its low half. */
export let weights: usize = 0;
/** u16 a weight: where row Ql stands in `inputs`. */
export let columns: usize = 0;
/** f64 a row. */
export let constants: usize = 0;

/** Bytes of the core's memory for one part Tr of a layer. */
export let coreStride: usize = 0;
export let cores: usize = 0;

/** Of the core for the part Tr at hand, by the same indices; f64 a weight. */
export let coreStarts: usize = 0;
export let coreEnds: usize = 0;
export let coreWeights: usize = 0;
export let coreColumns: usize = 0;
export let coreConstants: usize = 0;

/** f64 a row and lane. */
export let inputs: usize = 0;
export let outputs: usize = 0;

/** u32 each, one a high vertex at the most: the tails that a class of high vertices has, and its members. */
export let patterns: usize = 0;
export let classes: usize = 0;

/** The subsets of a set of high vertices, u32 each, and an f64 that goes with each. */
export let subsets: usize = 0;
export let values: usize = 0;

/** The same for low vertices above the core; and for the core, with a v128 each. */
export let upperSubsets: usize = 0;
export let upperValues: usize = 0;
/** f64 a pair Tr, Qr: its factor, or 0. */
export let upperFactors: usize = 0;
export let coreSubsets: usize = 0;
export let coreValues: usize = 0;

/** Lays out the scratch from `at` on and returns its end; both multiples of 16. */
export function layOut(at: usize, table: usize, lowVertices: i32): usize {
  cells = table;
  low = lowVertices;
  size = 1 << low;
  core = min(low, MOST_CORE);
  const coreSize: i32 = 1 << core;
  const upperSize: i32 = size >> core;
  const listed: i32 = 1 << LISTED;
  outs = at;
  patterns = outs + 32 * 4;
  classes = patterns + 32 * 4;
  chances = classes + 32 * 4;
  bothSome = chances + CHANCES * 16;
  subsets = bothSome + FAN * FAN * 8;
  values = subsets + listed * 4;
  upperSubsets = values + listed * 8;
  upperValues = upperSubsets + padded(size * 4);
  upperFactors = upperValues + padded(size * 8);
  coreSubsets = upperFactors + padded(upperSize * upperSize * 8);
  coreValues = coreSubsets + padded(coreSize * 4);
  inputs = coreValues + coreSize * 16;
  outputs = inputs + <usize>size * ROW;
  constants = outputs + <usize>size * ROW;
  starts = constants + padded(size * 8);
  ends = starts + padded(size * 4);
  coreStarts = ends + padded(size * 4);
  const corePairs = layOutRows(coreStarts, coreSize);
  const pairs = layOutRows(starts, size);
  cores = coreStarts + padded(coreSize * 4);
  coreStride = padded(coreSize * 12) + padded(corePairs * 8) + padded(corePairs * 2);
  coreEndsAt = coreSize * 8;
  coreWeightsAt = padded(coreSize * 12);
  coreColumnsAt = coreWeightsAt + padded(corePairs * 8);
  weights = cores + <usize>upperSize * coreStride;
  columns = weights + pairs * 16;
  return columns + padded(pairs * 2);
}

let coreEndsAt: usize = 0;
let coreWeightsAt: usize = 0;
let coreColumnsAt: usize = 0;

/** Turns to the core for the part Tr of a layer, a mask of the low vertices. */
export function openCore(layer: i32): void {
  coreConstants = cores + <usize>(layer >> core) * coreStride;
  coreEnds = coreConstants + coreEndsAt;
  coreWeights = coreConstants + coreWeightsAt;
  coreColumns = coreConstants + coreColumnsAt;
}

/** Row U has room for its 2^|U| subsets, and for one more, since weights are written in pairs. */
function layOutRows(at: usize, rows: i32): i32 {
  let next: i32 = 0;
  for (let row: i32 = 0; row < rows; row++) {
    store<i32>(at + ((<usize>row) << 2), next);
    next += (1 << popcnt(row)) + 1;
  }
  return next;
}

function padded(bytes: usize): usize {
  return (bytes + 15) & ~15;
}

export function blockAt(block: i32): usize {
  return cells + ((<usize>block) << (low + 2));
}
