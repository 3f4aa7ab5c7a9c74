/*
 * RFC 8878, section 3.1: frames one after another. Node's decoder stops after the first one without a
 * word, and before 24.1 takes one that is cut off for a whole one; so the frames are found beforehand.
 */
const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a5;
const RESERVED_BLOCK = 3;
const RLE_BLOCK = 1;

/** One frame: bytes from `start` to `end`, and how many they unpack to where it says so. */
export interface ZstdFrame {
  readonly start: number;
  readonly end: number;
  readonly claimed: number | null;
}

/** All frames with content, or where the data stops making sense. */
export function zstdFrames(bytes: Uint8Array): readonly ZstdFrame[] | 'truncated' | 'trailing' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const frames: ZstdFrame[] = [];
  try {
    for (let at = 0; at < bytes.length; ) {
      const magic = view.getUint32(at, true);
      if (magic >>> 4 === SKIPPABLE) at += 8 + view.getUint32(at + 4, true);
      else if (magic !== MAGIC) return 'trailing';
      else {
        const frame = frameAt(view, at);
        if (frame === null) return 'trailing';
        frames.push(frame);
        at = frame.end;
      }
      if (at > bytes.length) return 'truncated';
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return frames.length > 0 && isJunk(bytes, frames) ? 'trailing' : 'truncated';
  }
  return frames;
}

/** Fewer than four bytes after a frame are no frame that was cut off. */
function isJunk(bytes: Uint8Array, frames: readonly ZstdFrame[]): boolean {
  return bytes.length - (frames.at(-1)?.end ?? 0) < 4;
}

/** Null for a kind of block that there is not. Throws RangeError past the end of the data. */
function frameAt(view: DataView, start: number): ZstdFrame | null {
  const descriptor = view.getUint8(start + 4);
  const isSingle = (descriptor & 0x20) !== 0;
  const flag = descriptor >>> 6;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeAt = start + 5 + (isSingle ? 0 : 1) + dictionary;
  const sizeBytes = flag === 0 ? (isSingle ? 1 : 0) : 1 << flag;
  let at = sizeAt + sizeBytes;
  for (let isLast = false; !isLast; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const kind = (header >>> 1) & 3;
    if (kind === RESERVED_BLOCK) return null;
    at += 3 + (kind === RLE_BLOCK ? 1 : header >>> 3);
    isLast = (header & 1) !== 0;
  }
  if ((descriptor & 4) !== 0) at += 4;
  return { start, end: at, claimed: claimedAt(view, sizeAt, sizeBytes) };
}

function claimedAt(view: DataView, at: number, bytes: number): number | null {
  if (bytes === 1) return view.getUint8(at);
  // Sizes below 256 have one byte, so two bytes count from there.
  if (bytes === 2) return view.getUint16(at, true) + 256;
  if (bytes === 4) return view.getUint32(at, true);
  return bytes === 8 ? Number(view.getBigUint64(at, true)) : null;
}

/** What the first frame unpacks to as its header says; null where it says nothing. */
export function claimedByFrame(head: Uint8Array): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (head.length < 18 || view.getUint32(0, true) !== MAGIC) return null;
  const descriptor = view.getUint8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const flag = descriptor >>> 6;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  return claimedAt(
    view,
    5 + (isSingle ? 0 : 1) + dictionary,
    flag === 0 ? (isSingle ? 1 : 0) : 1 << flag,
  );
}
