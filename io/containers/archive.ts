import type { Finding, Warning } from '../../core/text/errors.ts';

/** What has to be known to read one entry by itself: of a zip its local header and what follows it. */
export interface ZipPlace {
  /** Of the local header; in a tar, of the content. */
  readonly start: number;
  /** Where the next entry begins, or as far as this one can reach. */
  readonly end: number;
  /** Compressed bytes. */
  readonly packed: number;
  /** Unpacked bytes, as the directory says. */
  readonly size: number;
  readonly crc: number;
  /** `bare`: the content of an entry of a tar, without a header. */
  readonly method: 'stored' | 'deflated' | 'bare';
}

/** One file in an archive. */
export interface ArchiveEntry {
  /** Below the archive, with `/`. */
  readonly name: string;
  /** Among everything in the archive, from 0. */
  readonly ordinal: number;
  /** Unpacked bytes, as the archive says. */
  readonly size: number;
  /** Null where entries cannot be read one by one: in a packed tar. */
  readonly zip: ZipPlace | null;
  /** Of such an entry, where it was asked for; else null. */
  readonly bytes: Uint8Array | null;
  readonly warnings: readonly Warning[];
  /** Why it cannot be unpacked; null where it can. */
  readonly problem: Finding | null;
}

/** Something in an archive that is not to be read. */
export interface IgnoredEntry {
  readonly name: string;
  readonly reason: string;
}

/** An archive that was looked through and found sound as a whole. */
export interface Archive {
  readonly format: 'zip' | 'tar';
  /** In the order of the archive. */
  readonly entries: readonly ArchiveEntry[];
  readonly ignored: readonly IgnoredEntry[];
  /** About the archive as a whole. */
  readonly warnings: readonly Warning[];
}

export const LINK = 'a link or a device';
