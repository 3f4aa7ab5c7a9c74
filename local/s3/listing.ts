import { next, successor } from './text-encoding.ts';

export interface ListQuery {
  readonly prefix: string;
  /** Empty for none. */
  readonly delimiter: string;
  /** The least key that may be listed. */
  readonly from: string;
  /** Most keys and common prefixes together. */
  readonly most: number;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly commonPrefixes: readonly string[];
  /** The last key or common prefix of the page. */
  readonly last: string;
  /** Where the next page starts; null when there is none. */
  readonly rest: string | null;
}

/** Keys at least `from` and below `to` (null: to the end), ascending. */
export type Scan<Item> = (from: string, to: string | null) => Iterable<Item>;

/** One page of a list. A common prefix is skipped by one new scan, however many keys it holds. */
export function listPage<Item extends { readonly key: string }>(
  scan: Scan<Item>,
  { prefix, delimiter, from, most }: ListQuery,
): ListPage<Item> {
  const items: Item[] = [];
  const commonPrefixes: string[] = [];
  const end = prefix === '' ? null : successor(prefix);
  let last = '';
  let at: string | null =
    Buffer.compare(Buffer.from(from), Buffer.from(prefix)) > 0 ? from : prefix;
  if (most === 0) return { items, commonPrefixes, last, rest: null };
  while (at !== null) {
    const start: string = at;
    at = null;
    for (const item of scan(start, end)) {
      const common = commonPrefixOf(item.key, prefix, delimiter);
      const name = common ?? item.key;
      if (items.length + commonPrefixes.length === most) {
        return { items, commonPrefixes, last, rest: name };
      }
      last = name;
      if (common === null) items.push(item);
      else {
        commonPrefixes.push(common);
        at = successor(common);
        break;
      }
    }
  }
  return { items, commonPrefixes, last, rest: null };
}

function commonPrefixOf(key: string, prefix: string, delimiter: string): string | null {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return end < 0 ? null : key.slice(0, end + delimiter.length);
}

/** The first key behind one that a page ended with: behind all keys of a common prefix. */
export function behind(last: string, prefix: string, delimiter: string): string {
  return commonPrefixOf(last, prefix, delimiter) === last
    ? (successor(last) ?? next(last))
    : next(last);
}
