import { echo } from '../../core/text/echo.ts';
import type { Warning } from '../../core/text/errors.ts';
import { isRelativePath } from '../relative-path.ts';
import { refuse } from './container-error.ts';

/** What a name in an archive has become, and what is odd about it. */
export interface EntryName {
  readonly name: string;
  readonly warnings: readonly Warning[];
}

const NON_ASCII = 0x80;
const BACKSLASH = 0x5c;
const PERCENT = 0x25;
/** Bytes of UTF-8 that file systems allow for one part of a path. */
const LONGEST_PART = 255;

/** A name of bytes that are meant as UTF-8; others keep their bytes in hexadecimal, as `%B2%E2.in`. */
export function nameFromBytes(raw: Uint8Array): EntryName {
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
    return { name, warnings: [] };
  } catch {
    const name = [...raw].map((byte, at) => inHex(byte, raw[at - 1] ?? 0)).join('');
    const message = `a name that is no UTF-8 is kept in hexadecimal: ${echo(name)}`;
    return { name, warnings: [{ rule: 'archive/name-encoding', message }] };
  }
}

/** In some encodings the second byte of a character is a backslash. */
function inHex(byte: number, before: number): string {
  const isText = byte < NON_ASCII && byte !== PERCENT;
  if (isText && !(byte === BACKSLASH && before >= NON_ASCII)) return String.fromCharCode(byte);
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Holds the names of one archive to the rules for them, and to one another. */
export class EntryNames {
  readonly #format: string;
  readonly #seen = new Set<string>();
  readonly #folded = new Map<string, string>();

  /** @param format what the rules are called after: `zip` or `tar` */
  constructor(format: string) {
    this.#format = format;
  }

  /** The name with `/` between its parts. Throws ContainerError where it is not to be had in an archive. */
  take({ name: given, warnings }: EntryName): EntryName {
    const name = this.#checked(given);
    if (this.#seen.has(name)) {
      const found = `the name '${echo(name)}' twice`;
      refuse(`${this.#format}/duplicate`, found, 'each name once', PACK_ANEW);
    }
    this.#seen.add(name);
    const twin = this.#twinOf(name);
    const all = [
      ...warnings,
      ...(given.includes('\\') ? [withBackslash(given)] : []),
      ...(twin === null ? [] : [alike(name, twin)]),
    ];
    return { name, warnings: all };
  }

  #checked(given: string): string {
    const name = given.replaceAll('\\', '/').replace(/^(\.\/+)+/, '');
    const parts = name.replace(/\/+$/, '').split('/');
    const isShort = parts.every((part) => Buffer.byteLength(part) <= LONGEST_PART);
    if (isRelativePath(parts.join('/')) && !/^[A-Za-z]:/.test(name) && isShort) return name;
    const allowed =
      `names below the archive, of at most 700 bytes and ${LONGEST_PART} a part, without empty ` +
      'parts, . and .. and control characters';
    return refuse(`${this.#format}/name`, `the name '${echo(given)}'`, allowed, PACK_ANEW);
  }

  /** Another name that some file systems take for the same. */
  #twinOf(name: string): string | null {
    const folded = name.normalize('NFC').toUpperCase().toLowerCase();
    const twin = this.#folded.get(folded) ?? null;
    if (twin === null) this.#folded.set(folded, name);
    return twin;
  }
}

const PACK_ANEW = 'pack the folder anew';

function withBackslash(name: string): Warning {
  return { rule: 'archive/backslash', message: `the name ${echo(name)} is read with / for \\` };
}

function alike(name: string, twin: string): Warning {
  const message = `the names ${echo(twin)} and ${echo(name)} are the same on some systems`;
  return { rule: 'archive/names-alike', message };
}

/** Why an entry is none of the user's files; null where it is one. */
export function junkReason(name: string): string | null {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const isJunk =
    /(^|\/)__MACOSX\//.test(name) || /^(\._.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(last);
  return isJunk ? 'left by macOS or Windows' : null;
}
