import { sha256 } from '../../io/hash.ts';

/** Where an object's name becomes a file. */
export interface StoredName {
  /** As the job names it. */
  readonly name: string;
  /** Relative, with `/`; safe on every system, and no other file's. */
  readonly path: string;
  /** Why the two differ; null where they do not. */
  readonly reason: 'unsafe' | 'clash' | null;
}

/** Bytes of one part of a path that every file system takes; some are left for a suffix. */
const LONGEST_PART = 230;

/** Names of devices on Windows, whatever comes after their first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i;
/** Control characters, signs that Windows forbids, and those that turn the direction of writing. */
const FORBIDDEN = /[\p{Cc}\p{Cs}<>:"\\|?*\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Where a file grows before it has its name. */
const GROWING = /^\.(?=.*\.nimbus-part$)/;

/**
 * A file for each name: the name itself where that is safe everywhere, else with what is not percent-encoded.
 * Nothing is ever decoded. Two names that one file system takes for one, for they differ in case or in
 * Unicode composition or one is a folder of the other, get different files.
 */
export function storedNames(names: readonly string[]): StoredName[] {
  const taken = new Taken();
  return names.map((name) => {
    const safe = name.split('/').map(safePart).join('/');
    const path = taken.add(safe);
    return { name, path, reason: path !== safe ? 'clash' : path !== name ? 'unsafe' : null };
  });
}

function safePart(part: string): string {
  if (part === '') return '%2F';
  const encoded = part
    .replace(FORBIDDEN, percent)
    .replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E'))
    .replace(/[. ]$/, percent)
    .replace(DEVICE, (device) => percent(device.slice(0, 1)) + device.slice(1))
    .replace(GROWING, '%2E');
  if (Buffer.byteLength(encoded) <= LONGEST_PART) return encoded;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(encoded)?.[0] ?? '';
  return `long-name-${sha256(part).slice(0, 32)}${extension}`;
}

function percent(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** The paths that are taken, as the least able file system sees them. */
class Taken {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** The path itself, or with a number after the part that clashes. */
  add(path: string): string {
    const parts: string[] = [];
    const wanted = path.split('/');
    for (const part of wanted.slice(0, -1)) {
      parts.push(unlessTaken(part, (tried) => this.#files.has(folded([...parts, tried]))));
      this.#folders.add(folded(parts));
    }
    const isTaken = (tried: string) => {
      const whole = folded([...parts, tried]);
      return this.#files.has(whole) || this.#folders.has(whole);
    };
    parts.push(unlessTaken(wanted.at(-1) as string, isTaken));
    this.#files.add(folded(parts));
    return parts.join('/');
  }
}

function unlessTaken(part: string, isTaken: (part: string) => boolean): string {
  if (!isTaken(part)) return part;
  for (let number = 2; ; number++) {
    const tried = part.replace(/(\.[A-Za-z0-9]{1,8})?$/, (extension) => `~${number}${extension}`);
    if (!isTaken(tried)) return tried;
  }
}

function folded(parts: readonly string[]): string {
  return parts.join('/').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
