import type { Finding } from '../../core/text/errors.ts';

const MIB = 1024 * 1024;

/** Bytes of a container as it is uploaded. */
export const LARGEST_CONTAINER = 2048 * MIB;
/** Bytes of everything in a container together, unpacked. */
export const LARGEST_TOTAL = 1024 * MIB;
/** Bytes of one entry, unpacked. */
export const LARGEST_ENTRY = 64 * MIB;
/** Entries of one archive, unless the command line allows more. */
export const MOST_ENTRIES = 10_000;
/** What the command line may allow. */
export const MOST_ENTRIES_EVER = 100_000;

/** DEFLATE itself ends at 1032:1. */
const STEEPEST_ENTRY = 1_100;
/** Of a whole container that unpacks to more than SMALL bytes. */
const STEEPEST = 200;
const SMALL = 10 * MIB;

/** What an opener may still choose. */
export interface Limits {
  readonly maxEntries: number;
}

export const DEFAULT_LIMITS: Limits = { maxEntries: MOST_ENTRIES };

/** Bytes that a container of `packed` bytes may unpack to. */
export function mostUnpacked(packed: number): number {
  return Math.min(LARGEST_TOTAL, Math.max(SMALL, STEEPEST * packed));
}

/** What is wrong with the sum of the sizes in a container of `packed` bytes; null where nothing is. */
export function totalProblem(format: string, packed: number, unpacked: number): Finding | null {
  if (unpacked > LARGEST_TOTAL) {
    const found = `${unpacked} bytes or more unpacked`;
    const hint = 'split it into several files';
    return finding(`${format}/too-large`, found, `${LARGEST_TOTAL} bytes`, hint);
  }
  if (unpacked <= SMALL || unpacked <= STEEPEST * packed) return null;
  const found = `${packed} bytes that unpack to ${unpacked} or more`;
  const allowed = `${STEEPEST} times as much, or ${SMALL} bytes`;
  const hint = 'this looks like a decompression bomb; if it is none, upload the files themselves';
  return finding(`${format}/ratio`, found, allowed, hint);
}

/** Whether one entry claims to be packed better than DEFLATE can. */
export function isTooSteep(packed: number, unpacked: number): boolean {
  return unpacked > STEEPEST_ENTRY * Math.max(packed, 1);
}

/** Why a container is too large to be looked at; null where it is not. */
export function sizeProblem(size: number): Finding | null {
  if (size <= LARGEST_CONTAINER) return null;
  return finding('container/too-large', `${size} bytes`, `${LARGEST_CONTAINER} bytes`, SPLIT);
}

/** Why an archive has too many entries; null where it has not. */
export function countProblem(
  format: string,
  count: number,
  { maxEntries }: Limits,
): Finding | null {
  if (count <= maxEntries) return null;
  return finding(`${format}/too-many-entries`, `${count} entries`, `${maxEntries}`, SPLIT);
}

/** Why an entry is too large to be unpacked; null where it is not. */
export function entryProblem(format: string, size: number): Finding | null {
  if (size <= LARGEST_ENTRY) return null;
  const hint = 'give the file itself, or packed with gzip';
  return finding(`${format}/entry-size`, `${size} bytes`, `${LARGEST_ENTRY} bytes an entry`, hint);
}

const SPLIT = 'split it into several archives';

/** A finding about a container, which has no lines. */
export function finding(rule: string, found: string, allowed: string, hint?: string): Finding {
  return { rule, place: null, found, allowed, ...(hint === undefined ? {} : { hint }) };
}
