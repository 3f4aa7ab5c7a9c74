import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip that is made byte by byte; whatever is given is believed. */
export interface OddEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  /** As the directory claims. */
  readonly size?: number;
  /** Compressed bytes. */
  readonly data?: Uint8Array;
  /** As the directory claims. */
  readonly packed?: number;
  readonly madeBy?: number;
  readonly attributes?: number;
  /** Of the directory. */
  readonly extra?: Uint8Array;
  readonly localExtra?: Uint8Array;
  /** Offset of the local header of another entry, in whose stead this one has none. */
  readonly offset?: number;
  /** The local header's signature is spoilt. */
  readonly noHeader?: boolean;
}

export interface OddZip {
  readonly before?: Uint8Array;
  /** Offsets do not count what stands before. */
  readonly unaware?: boolean;
  readonly comment?: Uint8Array;
  readonly count?: number;
  readonly disk?: number;
  readonly zip64?: boolean;
}

const UTF_8 = 0x800;

/** A zip file as described, sound or not. */
export function zipOf(entries: readonly OddEntry[], odd: OddZip = {}): Buffer {
  const locals: Buffer[] = [Buffer.from(odd.before ?? [])];
  const central: Buffer[] = [];
  const unaware = odd.unaware ? (odd.before?.length ?? 0) : 0;
  let at = locals[0]?.length ?? 0;
  for (const entry of entries) {
    const whole = completed(entry);
    const offset = entry.offset ?? at - unaware;
    if (entry.offset === undefined) {
      const local = localOf(whole, entry);
      locals.push(local);
      at += local.length;
    }
    central.push(centralOf(whole, entry, offset));
  }
  const directory = Buffer.concat(central);
  const count = odd.count ?? entries.length;
  const place = { count, size: directory.length, offset: at - unaware };
  return Buffer.concat([...locals, directory, ...endOf(place, at + directory.length, odd)]);
}

/** Where the local header of each entry stands in a zip whose entries are these, all with one. */
export function offsetsOf(entries: readonly OddEntry[]): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    offsets.push(at);
    at += localOf(completed(entry), entry).length;
  }
  return offsets;
}

function completed(entry: OddEntry) {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? 8;
  const data = Buffer.from(entry.data ?? (method === 8 ? deflateRawSync(content) : content));
  return {
    name: Buffer.from(entry.name),
    method,
    data,
    flags: entry.flags ?? UTF_8,
    crc: entry.crc ?? crc32(content),
    size: entry.size ?? content.length,
    packed: entry.packed ?? data.length,
  };
}

type Completed = ReturnType<typeof completed>;

export function localOf(whole: Completed, entry: OddEntry): Buffer {
  const header = Buffer.alloc(30);
  const extra = Buffer.from(entry.localExtra ?? []);
  header.writeUInt32LE(entry.noHeader ? 0 : 0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(whole.flags, 6);
  header.writeUInt16LE(whole.method, 8);
  header.writeUInt32LE(whole.crc, 14);
  header.writeUInt32LE(whole.packed % 2 ** 32, 18);
  header.writeUInt32LE(whole.size % 2 ** 32, 22);
  header.writeUInt16LE(whole.name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, whole.name, extra, whole.data]);
}

function centralOf(whole: Completed, entry: OddEntry, offset: number): Buffer {
  const header = Buffer.alloc(46);
  const extra = Buffer.from(entry.extra ?? []);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(entry.madeBy ?? 0x031e, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(whole.flags, 8);
  header.writeUInt16LE(whole.method, 10);
  header.writeUInt32LE(whole.crc, 16);
  header.writeUInt32LE(whole.packed, 20);
  header.writeUInt32LE(whole.size, 24);
  header.writeUInt16LE(whole.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(entry.attributes ?? (0o100644 << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, whole.name, extra]);
}

interface Directory {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

function endOf({ count, size, offset }: Directory, at: number, odd: OddZip): Buffer[] {
  const comment = Buffer.from(odd.comment ?? []);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(odd.disk ?? 0, 4);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  const is64 = odd.zip64 ?? count > 0xffff;
  return is64 ? [...end64Of({ count, size, offset }, at), end, comment] : [end, comment];
}

function end64Of({ count, size, offset }: Directory, at: number): Buffer[] {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}
