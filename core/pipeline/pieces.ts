import type { AnyGame } from '../game.ts';
import type { Place } from '../text/errors.ts';
import { byteOrderMark } from '../text/inspect.ts';
import { FILE_START, Places } from '../text/places.ts';
import type { ReaderOptions } from '../text/token-reader.ts';
import type { Chunk, ParsedFile } from './manifest.ts';
import { parse } from './parse.ts';

/** A chunk that can be read without the rest of its file. */
export interface Piece extends Chunk {
  /** The bytes of the file that hold the cases; `end` is not included. */
  readonly start: number;
  readonly end: number;
  /** Where `start` is. */
  readonly place: Place;
  /** What the codec needs before the bytes. */
  readonly head: string;
}

/**
 * Cuts a file at the borders of the chunks: all bytes of the file are in exactly one piece. A file of
 * one case is one piece, whatever the chunks. O(bytes).
 */
export function pieces(
  game: AnyGame,
  bytes: Uint8Array,
  { cases, ends }: ParsedFile,
  chunks: readonly Chunk[],
): readonly Piece[] {
  const { head } = game.codec;
  const sample = cases.find((value) => value !== undefined);
  if (head === undefined || sample === undefined || chunks.length < 2) return [whole(bytes, cases)];
  const places = new Places(byteOrderMark(bytes), FILE_START);
  return chunks.map(({ first, last }, index) => {
    const start = first === 0 ? 0 : (ends[first - 1] as number);
    const end = index === chunks.length - 1 ? bytes.length : (ends[last] as number);
    const before = first === 0 ? '' : head(last - first + 1, sample);
    const place = first === 0 ? FILE_START : places.of(start, { bytes, base: 0 });
    return { first, last, start, end, place, head: before };
  });
}

function whole(bytes: Uint8Array, cases: readonly unknown[]): Piece {
  return { first: 0, last: cases.length - 1, start: 0, end: bytes.length, place: START, head: '' };
}

const START: Place = { line: 1, column: 1 };

/**
 * Reads a piece from its own bytes. Cases, errors and their places are those of the whole file, with
 * the indices counted from the piece's first case; its warnings are not the file's.
 */
export function parsePiece(
  game: AnyGame,
  bytes: Uint8Array,
  { first, last, place, head }: Pick<Piece, 'first' | 'last' | 'place' | 'head'>,
  options: ReaderOptions = {},
): ParsedFile {
  const most = last - first + 1;
  if (head === '' && first === 0) return parse(game, bytes, { ...options, most });
  const before = new TextEncoder().encode(head);
  const text = new Uint8Array(before.length + bytes.length);
  text.set(before);
  text.set(bytes, before.length);
  const origin = { line: place.line, column: place.column, head: before.length };
  return parse(game, text, { ...options, origin, most });
}
