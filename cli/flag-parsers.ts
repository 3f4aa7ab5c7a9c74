import { readModulus } from '../core/pipeline/asked.ts';
import { MOST_ENTRIES_EVER } from '../io/containers/limits.ts';
import { UsageError } from './failures.ts';

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const BYTES = { K: 1e3, M: 1e6, G: 1e9 } as const;

/** `10s`, `1.5m`, `500ms`, `2h` → milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
  const value =
    match === null ? 0 : Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS];
  if (value > 0) return value;
  throw new UsageError(`found '${text}', allowed a time above 0 such as 500ms, 10s, 5m or 2h`);
}

/** `512M`, `2G` → bytes. */
export function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(K|M|G)$/.exec(text);
  const value = match === null ? 0 : Number(match[1]) * BYTES[match[2] as keyof typeof BYTES];
  if (value > 0) return value;
  throw new UsageError(`found '${text}', allowed a size above 0 such as 512M or 2G`);
}

/** Any text but the empty one, which an unset variable of a shell leaves behind. */
export function parseText(text: string): string {
  if (text !== '') return text;
  throw new UsageError("found an empty text '', allowed one that is not empty");
}

/** A whole number of workers, at least 1. */
export function parseJobs(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new UsageError(`found '${text}', allowed a number of workers from 1 to 999`);
}

/** A whole number from 1 to 2^31 − 1. */
export function parseModulus(text: string): number {
  const modulus = readModulus(text);
  if (modulus !== null) return modulus;
  throw new UsageError(`found '${text}', allowed a modulus from 1 to 2147483647`);
}

/** A port of this machine; 0 for any free one. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new UsageError(`found '${text}', allowed a port from 0 to 65535`);
}

/** How often, at least once. */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`found '${text}', allowed a number from 1 to 9999`);
}

/** A number of seconds; `Infinity` for no bound. */
/** Entries of an archive. */
export function parseEntries(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST_ENTRIES_EVER) return count;
  throw new UsageError(`found '${text}', allowed a whole number from 1 to ${MOST_ENTRIES_EVER}`);
}

export function parseSeconds(text: string): number {
  const value = Number(text);
  if (text !== '' && value >= 0) return value;
  throw new UsageError(`found '${text}', allowed a number of seconds such as 0, 0.5 or Infinity`);
}

/** Every `count`-th file, starting with number `index`; both from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export function parseShard(text: string): Shard {
  const match = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text);
  const shard = { index: Number(match?.[1]), count: Number(match?.[2]) };
  if (shard.index <= shard.count) return shard;
  throw new UsageError(`found '${text}', allowed i/n with 1 ≤ i ≤ n, such as 2/5`);
}
