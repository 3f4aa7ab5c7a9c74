import type { Finding, Place } from '../../text/errors.ts';
import type { Oddities } from '../../text/inspect.ts';
import type { RandomText } from '../../text/random-text.ts';
import { TextWindow } from '../../text/text-window.ts';
import type { ByteRange } from './cut.ts';

/** The bytes that were read for a range, and where `end` stands as seen from `start`. */
export interface RangeEnd {
  readonly start: number;
  readonly end: number;
  readonly place: Place;
}

export const START: Place = { line: 1, column: 1 };

/** Where something stands whose place was counted from `origin`. */
export function placeFrom(origin: Place, { line, column }: Place): Place {
  if (line > 1) return { line: origin.line + line - 1, column };
  return { line: origin.line, column: origin.column + column - 1 };
}

export function findingFrom(origin: Place, finding: Finding): Finding {
  return finding.place === null ? finding : { ...finding, place: placeFrom(origin, finding.place) };
}

/** What is odd about the bytes of a range; those of all ranges, joined, are those of their file. */
export function odditiesOf(text: RandomText, { start, end }: ByteRange): Oddities {
  const part = { head: start === 0 ? null : NOTHING, isEnd: end === text.size };
  return new TextWindow(text.from(start, end), { part }).drain();
}

const NOTHING = new Uint8Array();
