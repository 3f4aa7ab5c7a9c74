import { crc32, inflateRawSync } from 'node:zlib';
import type { Finding } from '../../core/text/errors.ts';
import type { ZipPlace } from './archive.ts';
import { finding } from './limits.ts';

/*
 * Local header: APPNOTE.TXT, section 4.3.7. Its sizes may be zero, those of the directory hold.
 */
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** Node refuses buffers of zlib below this. */
const LEAST_CHUNK = 64;

/**
 * The content of an entry from the bytes between its `start` and its `end`, or what is wrong with it.
 * Takes no more memory than the size that the directory claims, whatever the data says.
 */
export function unpackEntry(place: ZipPlace, bytes: Uint8Array): Uint8Array | Finding {
  if (place.method === 'bare') return isSame(place, bytes) ? bytes : changed();
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL) return noHeader();
  const data = LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = data + place.packed;
  if (end > bytes.length) return pastItsEnd();
  const packed = bytes.subarray(data, end);
  const content = place.method === 'stored' ? packed : inflated(packed, place.size);
  if ('rule' in content) return content;
  if (content.length !== place.size) return otherSize(place.size, `${content.length}`);
  return crc32(content) === place.crc ? content : otherSum();
}

function inflated(packed: Uint8Array, size: number): Uint8Array | Finding {
  try {
    return inflateRawSync(packed, {
      chunkSize: Math.max(size + 1, LEAST_CHUNK),
      maxOutputLength: Math.max(size, 1),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') return otherSize(size, 'more');
    return finding('zip/data', message, 'deflated data', 'pack the folder anew');
  }
}

function isSame({ size, crc }: ZipPlace, content: Uint8Array): boolean {
  return content.length === size && crc32(content) === crc;
}

function changed(): Finding {
  const allowed = 'an archive that stays as it is while it is read';
  return finding('tar/changed', 'other bytes than a moment ago', allowed, 'try again');
}

function noHeader(): Finding {
  return finding('zip/header', 'no local header', 'one where the directory says', 'pack it anew');
}

function pastItsEnd(): Finding {
  const hint = 'pack the folder anew';
  return finding('zip/overlap', 'data that reaches into the next entry', 'its own bytes', hint);
}

function otherSize(claimed: number, found: string): Finding {
  const allowed = `the ${claimed} that the directory claims`;
  return finding('zip/size', `${found} bytes unpacked`, allowed, 'pack the folder anew');
}

function otherSum(): Finding {
  const hint = 'the file is damaged: pack or upload it anew';
  return finding('zip/crc', 'another check sum', 'that of the directory', hint);
}
