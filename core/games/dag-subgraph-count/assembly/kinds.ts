/*
 * The table of a high part Th depends on nothing but how many edges each low vertex and each source has
 * into it. High vertices with edges from the same of these are alike: only how many of them are in Th
 * counts, a number for each class. Layers of one kind, those with the same numbers, share one table; in a
 * complete graph there is one class.
 */
import { edgesInto, fromFirst, fromSecond } from './graph';
import { classes, low, patterns } from './memory';

/** To look for the layers of so many kinds takes less time than their tables. */
const MOST_KINDS: i32 = 256;

/** In place of a kind, where they are too many. */
export const ANY: i32 = -1;

let count: i32 = 0;

/** Sorts the first `high` high vertices into classes. Returns how many kinds there are, 0 for too many. */
export function sortKinds(high: i32): i32 {
  count = 0;
  for (let vertex: i32 = 0; vertex < high; vertex++) {
    const pattern = tailsOf(low + vertex);
    let at: i32 = 0;
    while (at < count && load<i32>(patterns + ((<usize>at) << 2)) != pattern) at++;
    if (at == count) {
      store<i32>(patterns + ((<usize>at) << 2), pattern);
      store<i32>(classes + ((<usize>at) << 2), 0);
      count++;
    }
    const members = classes + ((<usize>at) << 2);
    store<i32>(members, load<i32>(members) | (1 << vertex));
  }
  let kinds: i32 = 1;
  for (let at: i32 = 0; at < count && kinds <= MOST_KINDS; at++) kinds *= popcnt(classOf(at)) + 1;
  return kinds <= MOST_KINDS ? kinds : 0;
}

/** The kind of a high part, from 0 on. */
export function kindOf(layer: i32): i32 {
  let kind: i32 = 0;
  for (let at: i32 = 0; at < count; at++) {
    const members = classOf(at);
    kind = kind * (popcnt(members) + 1) + popcnt(members & layer);
  }
  return kind;
}

function classOf(at: i32): i32 {
  return load<i32>(classes + ((<usize>at) << 2));
}

/** Which low vertices and sources have an edge to a vertex. */
function tailsOf(head: i32): i32 {
  const bit = 1 << head;
  let tails: i32 = 0;
  for (let vertex: i32 = 0; vertex < low; vertex++) {
    if (edgesInto(vertex, bit) != 0) tails |= 1 << vertex;
  }
  if ((fromFirst & bit) != 0) tails |= 1 << low;
  if ((fromSecond & bit) != 0) tails |= 2 << low;
  return tails;
}
