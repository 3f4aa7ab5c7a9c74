import type { Frame } from '../../framing.ts';
import type { AnyGame } from '../../game.ts';
import { InputError, type Place, type Warning } from '../../text/errors.ts';
import type { FilePart } from '../../text/file-part.ts';
import { isSpace } from '../../text/inspect.ts';
import { bytesAt, type RandomText } from '../../text/random-text.ts';
import { type ReaderOptions, TokenReader } from '../../text/token-reader.ts';
import { firstLayouts, type Layout } from './first-record.ts';

/**
 * What stands before the records of a file, and how they lie: made once, and all that whoever reads a
 * range of it needs beside the bytes of the range.
 */
export interface Opening {
  /** Of a file of several cases. */
  readonly frame: Frame | null;
  /** Of a file of one case that ends with a list: the case without it, and the length of the list. */
  readonly list: { readonly c: unknown; readonly count: number } | null;
  /** How the first records lie, by which others are known; none of a list. */
  readonly models: readonly Layout[];
  /** Offset of the first record, and where it stands. */
  readonly start: number;
  readonly place: Place;
  /** Where the text ends; an end mark of old DOS editors and white space may follow. */
  readonly textEnd: number;
  /** About the opening. */
  readonly warnings: readonly Warning[];
  /** The part of the file that stands behind the opening. */
  readonly part: FilePart;
}

/** Bytes at the start of a file by which messages tell what kind of file it is. */
const HEAD = 1_000;

/**
 * Reads the opening of a file that can be read by ranges; null for one that cannot, of which one case is
 * all there is, or whose opening is wrong. O(opening).
 */
export function openRanges(
  game: AnyGame,
  text: RandomText,
  options: ReaderOptions,
): Opening | null {
  const { framing } = game.codec;
  if (framing === undefined && game.list === undefined) return null;
  try {
    const reader = new TokenReader(text.from(0, text.size), options);
    const list = game.list?.before(reader) ?? null;
    const frame = list === null ? (framing?.frame(reader) ?? null) : null;
    const start = reader.offset;
    if (!reader.sound) return null;
    const part = { head: bytesAt(text, 0, HEAD), isEnd: true };
    const textEnd = Math.max(start, endOfText(text));
    const { place, warningsSoFar: warnings } = reader;
    const models =
      frame === null || framing === undefined ? [] : firstLayouts(framing, frame, text, start);
    return { frame, list, models, start, place, textEnd, warnings, part };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return null;
  }
}

const OLD_DOS_END = 0x1a;
const LOOK = 1 << 16;

/** Looks from the end on for what is no white space. O(white space at the end). */
function endOfText(text: RandomText): number {
  for (let end = text.size; end > 0; end -= Math.min(end, LOOK)) {
    const start = Math.max(0, end - LOOK);
    const bytes = bytesAt(text, start, end - start);
    const last = bytes.findLastIndex((byte) => !isSpace(byte));
    if (last >= 0) return bytes[last] === OLD_DOS_END ? start + last : text.size;
  }
  return text.size;
}
