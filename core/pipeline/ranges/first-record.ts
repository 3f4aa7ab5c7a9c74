import type { Frame, Framing } from '../../framing.ts';
import { InputError } from '../../text/errors.ts';
import { isSpace } from '../../text/inspect.ts';
import { bytesAt, type RandomText } from '../../text/random-text.ts';
import { TokenReader } from '../../text/token-reader.ts';
import type { ByteRange } from './cut.ts';
import type { Opening } from './opening.ts';

const LF = 10;

/** How far a record is looked for. */
const LOOK = 1 << 17;

/** Records in a row that have to fit, for numbers of a list may look like one. */
const IN_A_ROW = 3;

/** The first records of a file, by whose layout others are known. */
const MODELS = 64;

/** How a record lies in its lines. */
export interface Layout {
  readonly isOneLine: boolean;
  readonly tokensOnFirstLine: number;
}

/** How the first records of a file lie, from where they begin. Reads no more than LOOK bytes. */
export function firstLayouts(
  framing: Framing<unknown, Frame>,
  frame: Frame,
  text: RandomText,
  start: number,
): readonly Layout[] {
  return layouts({ framing, frame, bytes: bytesAt(text, start, LOOK) }, MODELS);
}

/**
 * Where the first record that starts in a range seems to: at a line from which on a few records in a row
 * can be read, laid out as the first one of the file. A guess, which whoever joins the ranges holds against
 * the end of the range before; null where there is none. O(LOOK · lines) at worst, a few lines mostly.
 */
export function guessFirstRecord(
  framing: Framing<unknown, Frame>,
  text: RandomText,
  { frame, models }: Opening,
  range: ByteRange,
): number | null {
  if (frame === null || models.length === 0) return null;
  const bytes = bytesAt(text, range.start - 1, LOOK);
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const start = range.start + at;
    if (start >= range.end) return null;
    const token = bytes[at + 1];
    if (token === undefined || isSpace(token)) continue;
    const found = layouts({ framing, frame, bytes: bytesAt(text, start, LOOK) }, IN_A_ROW);
    const isLast = start + LOOK >= text.size;
    if (found.length < IN_A_ROW && !(isLast && found.length > 0)) continue;
    if (found.every((layout) => isKnown(layout, models))) return start;
  }
  return null;
}

interface Look {
  readonly framing: Framing<unknown, Frame>;
  readonly frame: Frame;
  readonly bytes: Uint8Array;
}

/** The layouts of the next records, up to `most`; fewer where one does not fit or ends inside a line. */
function layouts({ framing, frame, bytes }: Look, most: number): Layout[] {
  const found: Layout[] = [];
  const reader = new TokenReader(bytes);
  try {
    while (found.length < most && reader.more()) {
      const { line } = reader.place;
      const from = reader.offset;
      if (framing.record(reader, frame) === null || !reader.sound) break;
      const { place } = reader;
      if (reader.more() && place.column !== 1) break;
      found.push({
        isOneLine: place.line === line + 1,
        tokensOnFirstLine: tokensOnLine(bytes, from),
      });
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return found;
}

/** Where each record is one line, its length is free; else the first line of each has a length of its kind. */
function isKnown(layout: Layout, models: readonly Layout[]): boolean {
  if (models.every(({ isOneLine }) => isOneLine)) return layout.isOneLine;
  return models.some(
    ({ isOneLine, tokensOnFirstLine }) =>
      layout.isOneLine === isOneLine && layout.tokensOnFirstLine === tokensOnFirstLine,
  );
}

function tokensOnLine(bytes: Uint8Array, from: number): number {
  let count = 0;
  for (let at = from; at < bytes.length && bytes[at] !== LF; at++) {
    const isToken = !isSpace(bytes[at] as number);
    if (isToken && (at === from || isSpace(bytes[at - 1] as number))) count++;
  }
  return count;
}
