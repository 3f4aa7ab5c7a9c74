import { isSpace } from '../../text/inspect.ts';
import { bytesAt, type RandomText } from '../../text/random-text.ts';
import type { Opening } from './opening.ts';

const LF = 10;
const CR = 13;

/** Bytes of a file; `end` is not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts what stands behind the opening into at most `count` ranges of about equal length, wherever that
 * falls; a CR LF is not parted. Looks at two bytes a cut.
 */
export function cutRanges(text: RandomText, opening: Opening, count: number): readonly ByteRange[] {
  const ranges = cutBlindly(opening, text.size, count).map((range) => settledRange(text, range));
  return ranges.filter(({ start, end }, index) => start < end || index === ranges.length - 1);
}

/** The same without a look at the text, so that a CR LF may be parted: whoever reads a range settles it. */
export function cutBlindly(
  { start, textEnd }: Pick<Opening, 'start' | 'textEnd'>,
  size: number,
  count: number,
): readonly ByteRange[] {
  const length = textEnd - start;
  const ranges: ByteRange[] = [];
  let from = start;
  for (let cut = 1; cut <= count; cut++) {
    const end = cut === count ? size : start + Math.floor((length * cut) / count);
    if (end <= from && cut < count) continue;
    ranges.push({ start: from, end });
    from = end;
  }
  return ranges;
}

/** A range that was cut blindly, with its ends moved behind the CR LF that they part. May be empty. */
export function settledRange(text: RandomText, { start, end }: ByteRange): ByteRange {
  return { start: behindLineEnd(text, start), end: behindLineEnd(text, end) };
}

function behindLineEnd(text: RandomText, at: number): number {
  if (at === 0) return 0;
  const [before, after] = bytesAt(text, at - 1, 2);
  return before === CR && after === LF ? at + 1 : at;
}

/** Bytes that are looked at for the end of a token. */
const LOOK = 64;

/**
 * The first place from `at` on that is right behind a token, or the end of the file: cuts of a list that
 * move there part it before the white space between two items. O(white space and token).
 */
export function behindToken(text: RandomText, { textEnd }: Opening, at: number): number {
  let [before] = bytesAt(text, at - 1, 1);
  for (let from = at; from < textEnd; from += LOOK) {
    for (const [index, byte] of bytesAt(text, from, LOOK).entries()) {
      if (isSpace(byte) && before !== undefined && !isSpace(before)) return from + index;
      before = byte;
    }
  }
  return text.size;
}
