import { bothSome, CHANCES, chances, FAN, outs } from './memory';
import { multiplyOne, reduceOne } from './residue';

/** Heads of the edges of the two sources. */
export let fromFirst: i32 = 0;
export let fromSecond: i32 = 0;

export function setEdges(vertex: i32, heads: i32): void {
  store<i32>(outs + ((<usize>vertex) << 2), heads);
}

export function setSources(first: i32, second: i32): void {
  fromFirst = first;
  fromSecond = second;
}

/** 1/2 modulo m gives the chances of each number of edges. */
export function setHalf(half: f64): void {
  let none: f64 = 1;
  for (let k: i32 = 0; k < CHANCES; k++) {
    const at = chances + ((<usize>k) << 4);
    store<f64>(at, none);
    store<f64>(at, reduceOne(1 - none), 8);
    none = multiplyOne(none, half);
  }
  for (let a: i32 = 0; a < FAN; a++) {
    for (let b: i32 = 0; b < FAN; b++) {
      store<f64>(bothSome + ((<usize>(a * FAN + b)) << 3), multiplyOne(someOf(a), someOf(b)));
    }
  }
}

export function bothSomeOf(a: i32, b: i32): f64 {
  return load<f64>(bothSome + ((<usize>(a * FAN + b)) << 3));
}

/** The share of subsets that keep none of k edges. */
export function noneOf(k: i32): f64 {
  return load<f64>(chances + ((<usize>k) << 4));
}

/** The share of subsets that keep at least one of k edges. */
export function someOf(k: i32): f64 {
  return load<f64>(chances + ((<usize>k) << 4), 8);
}

/** Edges from a vertex into a set. */
export function edgesInto(vertex: i32, set: i32): i32 {
  return popcnt(load<i32>(outs + ((<usize>vertex) << 2)) & set);
}

/** Edges from each vertex of one set into another one. */
export function edgesBetween(tails: i32, heads: i32): i32 {
  let edges: i32 = 0;
  for (let rest = tails; rest != 0; rest &= rest - 1) edges += edgesInto(ctz(rest), heads);
  return edges;
}
