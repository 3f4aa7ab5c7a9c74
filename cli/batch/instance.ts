import type { Asked } from '../../core/game.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import type { ZipPlace } from '../../io/containers/archive.ts';

/** One thing to solve: a file of the judge's format, or one line of a JSON Lines file. */
export interface Instance {
  /** Position among all instances of the run; results stand in this order. */
  readonly index: number;
  /** Path as the results name it, with `/`. */
  readonly file: string;
  /** Line of a JSON Lines file, else null. */
  readonly line: number | null;
  /** The user's own name for a line that is read; else null. */
  readonly id: string | null;
  /** Name of the game, or null where only the content can tell; a line that is read may name another. */
  readonly game: string | null;
  /** How the game was found. */
  readonly why: string;
  /** Where the text is. */
  readonly source: Source;
  /** Where the answer file goes; null where there is none. */
  readonly answer: string | null;
  /** The answer that the user expects, of a JSON Lines line that is read. */
  readonly expect: string | null;
  /** What its line asks for; null for what the flags say. */
  readonly asked: Asked | null;
  /** What is wrong with the instance before it is even read; else null. */
  readonly problem: Finding | null;
  /** What is odd about its file, beside its text. */
  readonly warnings?: readonly Warning[];
}

/** A file, a line of a JSON Lines file, an entry of a zip, or the text itself where it can be read only once. */
export type Source =
  | { readonly path: string }
  | LineSource
  | EntrySource
  | { readonly bytes: Uint8Array };

/** An entry of a zip, which is read by itself. */
export interface EntrySource {
  readonly path: string;
  readonly zip: ZipPlace;
}

/** A line by its bytes, without its line end. */
export interface LineSource {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The user says the game of all lines, whatever they say. */
  readonly isForced: boolean;
}

/** A file that was found but is not to be solved, and why. */
export interface Ignored {
  readonly file: string;
  readonly reason: string;
}
