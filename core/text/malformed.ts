import { codePointName, echo } from './echo.ts';
import type { Finding, Place } from './errors.ts';

const FILE_LOOKS_LIKE: readonly (readonly [RegExp, string])[] = [
  [/^version https:\/\/git-lfs/, 'a Git LFS pointer: fetch the file itself with git lfs pull'],
  [/^<(!doctype|html|\?xml|head|error)\b/i, 'a web page or an error of a server, not an instance'],
  [/^(<<<<<<< |=======$|>>>>>>> )/m, 'a file with merge markers'],
  [/^(```|~~~)/m, 'a sample pasted with Markdown fences'],
];

const SHORTENED = /^(\.{3,}|\u2026+)$/;

/** Where a token stands, and what stands there by the grammar. */
export interface TokenPlace {
  /** The first bytes of the file. */
  readonly head: Uint8Array;
  readonly place: Place;
  readonly expected: string;
}

/** Says what is wrong with a token that is no number: an encoding fault where there is one, else the token itself. */
export function malformedNumber(token: Uint8Array, { head, place, expected }: TokenPlace): Finding {
  const allowed = `${expected}, an integer written in digits`;
  const text = new TextDecoder().decode(token.subarray(0, 400));
  const hint = hintFor(head, text);
  const extra = hint === undefined ? {} : { hint };
  for (let at = 0; at < token.length; at++) {
    const odd = oddByte(token, at);
    if (odd === null) continue;
    const column = place.column + at;
    return { ...odd, place: { line: place.line, column }, allowed, ...extra };
  }
  return { rule: 'number/malformed', place, found: `'${echo(text)}'`, allowed, ...extra };
}

/** Rule and description of a byte that may not stand in an instance file; null for a printable one. */
export function oddByte(
  bytes: Uint8Array,
  at: number,
): { readonly rule: string; readonly found: string } | null {
  const byte = bytes[at] as number;
  if (byte >= 32 && byte < 127) return null;
  if (byte === 0) return { rule: 'encoding/nul', found: 'a NUL byte' };
  if (byte < 128) {
    return {
      rule: 'encoding/control-character',
      found: `the control character ${codePointName(byte)}`,
    };
  }
  const codePoint = decodeCodePoint(bytes.subarray(at, at + 4));
  if (codePoint === null) {
    return {
      rule: 'encoding/invalid-utf-8',
      found: `the byte 0x${byte.toString(16).toUpperCase()}`,
    };
  }
  const shown = echo(String.fromCodePoint(codePoint));
  return {
    rule: 'encoding/not-ascii',
    found: `the character ${codePointName(codePoint)} '${shown}'`,
  };
}

/** The first code point of up to four bytes of strict UTF-8, or null. */
function decodeCodePoint(bytes: Uint8Array): number | null {
  const lead = bytes[0] as number;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  try {
    return (
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)).codePointAt(0) ??
      null
    );
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function hintFor(head: Uint8Array, token: string): string | undefined {
  if (SHORTENED.test(token)) {
    return 'this looks like a shortened sample: the dots stand for text that is missing';
  }
  const start = new TextDecoder().decode(head).trimStart();
  const match = FILE_LOOKS_LIKE.find(([pattern]) => pattern.test(start));
  return match === undefined ? undefined : `this looks like ${match[1]}`;
}
