/** No offset in a file reaches it. */
const FREE = -1;
const FIRST_SLOTS = 1 << 10;

/** What a table holds, in memory that threads share; see `OffsetTable.shared`. */
export interface SharedOffsets {
  readonly hashes: Uint32Array;
  readonly offsets: Float64Array;
}

/**
 * Offsets in files by 32-bit hashes: open addressing in two typed arrays, 12 bytes a slot and at most
 * half of the slots in use, so some 24 to 48 bytes an entry. Two things may have one hash: whoever looks
 * something up has to look at what stands at the offset.
 */
export class OffsetTable {
  #hashes: Uint32Array;
  #offsets: Float64Array;
  #size = 0;

  /** A table that is empty, or one that another thread has filled, to be read only. */
  constructor(shared?: SharedOffsets) {
    this.#hashes = shared?.hashes ?? new Uint32Array(new SharedArrayBuffer(4 * FIRST_SLOTS));
    this.#offsets =
      shared?.offsets ?? new Float64Array(new SharedArrayBuffer(8 * FIRST_SLOTS)).fill(FREE);
  }

  /** The table for other threads, who see what was added before. */
  get shared(): SharedOffsets {
    return { hashes: this.#hashes, offsets: this.#offsets };
  }

  get size(): number {
    return this.#size;
  }

  /** Adds an offset beside those that the hash has already. */
  add(hash: number, offset: number): void {
    if (2 * (this.#size + 1) > this.#hashes.length) this.#grow();
    this.#put(hash, offset);
    this.#size++;
  }

  /** The first offset of a hash that is the one, in the order in which they were added; null where there is none. */
  find(hash: number, isTheOne: (offset: number) => boolean): number | null {
    const slot = this.#slotOf(hash, isTheOne);
    return slot === null ? null : (this.#offsets[slot] as number);
  }

  /** Puts another offset in the place of one that `find` would give; false where there is none. */
  replace(hash: number, isTheOne: (offset: number) => boolean, offset: number): boolean {
    const slot = this.#slotOf(hash, isTheOne);
    if (slot !== null) this.#offsets[slot] = offset;
    return slot !== null;
  }

  #slotOf(hash: number, isTheOne: (offset: number) => boolean): number | null {
    const last = this.#hashes.length - 1;
    for (let slot = start(hash, last); ; slot = (slot + 1) & last) {
      const offset = this.#offsets[slot] as number;
      if (offset === FREE) return null;
      if (this.#hashes[slot] === hash && isTheOne(offset)) return slot;
    }
  }

  #put(hash: number, offset: number): void {
    const last = this.#hashes.length - 1;
    let slot = start(hash, last);
    while (this.#offsets[slot] !== FREE) slot = (slot + 1) & last;
    this.#hashes[slot] = hash;
    this.#offsets[slot] = offset;
  }

  #grow(): void {
    const [hashes, offsets] = [this.#hashes, this.#offsets];
    const slots = 2 * hashes.length;
    this.#hashes = new Uint32Array(new SharedArrayBuffer(4 * slots));
    this.#offsets = new Float64Array(new SharedArrayBuffer(8 * slots)).fill(FREE);
    for (const slot of inOrderOfAdding(offsets)) {
      this.#put(hashes[slot] as number, offsets[slot] as number);
    }
  }
}

/** Spread by the golden ratio, for hashes that differ in few bits. */
function start(hash: number, last: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> Math.clz32(last);
}

/** Slots in use, each run of them from its beginning: so what has one hash keeps its order. */
function* inOrderOfAdding(offsets: Float64Array): Generator<number> {
  const last = offsets.length - 1;
  const free = offsets.indexOf(FREE);
  for (let step = 1; step <= last; step++) {
    const slot = (free + step) & last;
    if (offsets[slot] !== FREE) yield slot;
  }
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, to be continued from what it gave for the bytes before. */
export function hashOfBytes(bytes: Uint8Array, before = FNV_BASIS): number {
  let hash = before;
  for (let at = 0; at < bytes.length; at++) hash = hashOfByte(bytes[at] as number, hash);
  return hash >>> 0;
}

/** The same of a number below 2^32. */
export function hashOfNumber(value: number, before = FNV_BASIS): number {
  let hash = before;
  for (let shift = 0; shift < 32; shift += 8) hash = hashOfByte((value >>> shift) & 255, hash);
  return hash >>> 0;
}

function hashOfByte(byte: number, before: number): number {
  return Math.imul(before ^ byte, FNV_PRIME);
}
