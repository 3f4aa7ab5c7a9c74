import type { Origin } from './places.ts';

/** Which part of its file a text is. */
export interface FilePart {
  /** The first bytes of the file, where the text does not start with them. */
  readonly head: Uint8Array | null;
  /** Whether the text ends where the file does. */
  readonly isEnd: boolean;
}

export const WHOLE_FILE: FilePart = { head: null, isEnd: true };

/** How a text is read. */
export interface WindowOptions {
  /** The part of the file that the text is; all of it where nothing is said. */
  readonly part?: FilePart;
  /** Where the text stands in its file, if it is a piece of one. */
  readonly origin?: Origin;
  /** Bytes of a text in pieces that are read at a time. */
  readonly block?: number;
  /** Lines are counted on the way, though the text could be read again for a place: one will be asked for. */
  readonly countsLines?: boolean;
}
