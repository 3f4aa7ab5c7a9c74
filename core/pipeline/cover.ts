import type { Chunk } from './manifest.ts';

/*
 * What is finished of a range is named by nodes of one fixed binary tree over it: the whole range, its
 * two halves, their halves. So two parts never overlap by half, and a set of parts has one cover.
 */

/** The two halves of a range of at least two indices. */
function halves({ first, last }: Chunk): readonly [Chunk, Chunk] {
  const middle = Math.floor((first + last) / 2);
  return [
    { first, last: middle },
    { first: middle + 1, last },
  ];
}

/** What of a tree is there, and which of its nodes, each as large as can be, are not. */
export interface Cover {
  readonly present: readonly Chunk[];
  readonly missing: readonly Chunk[];
}

/**
 * The canonical cover of a range by the parts that there are: the range itself where it is among them,
 * otherwise the covers of its halves. Parts that a larger one holds are passed over. Both lists are in
 * the order of their indices. O(parts · depth).
 */
export function coverOf(range: Chunk, parts: readonly Chunk[]): Cover {
  const inside = parts.filter(({ first, last }) => range.first <= first && last <= range.last);
  if (inside.length === 0) return { present: [], missing: [range] };
  if (inside.some(({ first, last }) => first === range.first && last === range.last)) {
    return { present: [range], missing: [] };
  }
  // Parts of a single index are the range itself, so there is more than one here.
  const [left, right] = halves(range).map((half) => coverOf(half, inside)) as [Cover, Cover];
  const present = [...left.present, ...right.present];
  if (present.length === 0) return { present, missing: [range] };
  return { present, missing: [...left.missing, ...right.missing] };
}

/** The nodes of a range's tree, each as large as can be, that make up its indices up to `last`. */
export function prefixNodes(range: Chunk, last: number): readonly Chunk[] {
  if (range.last <= last) return [range];
  if (range.first > last) return [];
  return halves(range).flatMap((half) => prefixNodes(half, last));
}
