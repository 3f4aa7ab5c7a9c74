import { refuse } from './container-error.ts';
import type { Source } from './source.ts';

/*
 * Record formats: APPNOTE.TXT, sections 4.3.12 (central directory) and 4.3.16 (end of central directory).
 */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const CENTRAL = 0x02014b50;
const SIGNATURE_BYTES = 4;

/**
 * Bytes that stand before the archive although its offsets do not count them; 0 for most. Throws
 * ContainerError where two end records could be meant: two readers would see two archives.
 */
export async function bytesBefore(source: Source): Promise<number> {
  const from = Math.max(0, source.size - END_BYTES - LONGEST_COMMENT);
  const tail = Buffer.from(await source.read(from, source.size));
  const ends = endsIn(tail);
  if (ends.length > 1) {
    const found = 'a second end record inside the comment';
    refuse('zip/end', found, 'one end record', 'pack the folder anew');
  }
  const [end] = ends;
  if (end === undefined) return 0;
  const size = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  const actual = from + end - size;
  if (offset >= actual || (await isCentral(source, offset))) return 0;
  return (await isCentral(source, actual)) ? actual - offset : 0;
}

/** Where end records stand whose comment is exactly the rest of the file. */
function endsIn(tail: Buffer): number[] {
  const signature = Buffer.alloc(SIGNATURE_BYTES);
  signature.writeUInt32LE(END);
  const found: number[] = [];
  for (let at = tail.indexOf(signature); at >= 0; at = tail.indexOf(signature, at + 1)) {
    if (at + END_BYTES > tail.length) break;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) found.push(at);
  }
  return found;
}

/** Whether an entry of a central directory stands at an offset. */
export async function isCentral(source: Source, offset: number): Promise<boolean> {
  if (offset + SIGNATURE_BYTES > source.size) return false;
  const bytes = await source.read(offset, offset + SIGNATURE_BYTES);
  return Buffer.from(bytes).readUInt32LE(0) === CENTRAL;
}
