import type { Finding } from '../../core/text/errors.ts';
import { type Format, formatOf, NAMES } from './formats.ts';
import { finding, mostUnpacked, totalProblem } from './limits.ts';
import { claimedByFrame, zstdFrames } from './zstd-frames.ts';

/**
 * Fetched when it is used, and not imported: `solve` has this file in its bundle, and a plain file does
 * not need it.
 */
const zlib = () => process.getBuiltinModule('node:zlib');

/** How one file is packed. */
export type Packing = 'gzip' | 'zstd';

export function isPacking(format: Format): format is Packing {
  return format === 'gzip' || format === 'zstd';
}

/** How bytes are packed by their magic; null where they are not. */
export function packingOf(bytes: Uint8Array): Packing | null {
  const format = formatOf(bytes.subarray(0, 8));
  return isPacking(format) ? format : null;
}

/**
 * The content of a file that is packed, all of its members or frames, or what is wrong with it. Memory
 * stays below what its length allows: 200 times as much, or 10 MiB, and never more than 1 GiB.
 */
export function unpack(packing: Packing, packed: Uint8Array): Uint8Array | Finding {
  const claim = claimProblem(packing, packed.length, packed, packed);
  if (claim !== null) return claim;
  const content = packing === 'gzip' ? gunzipped(packed) : unzstd(packed);
  return 'rule' in content ? content : (nestedProblem(packing, content) ?? content);
}

/** Nothing is unpacked twice. */
function nestedProblem(packing: Packing, content: Uint8Array): Finding | null {
  const format = formatOf(content);
  if (format === 'other' || format === 'html' || format === 'empty') return null;
  const found = `${NAMES[format]} inside ${NAMES[packing]}`;
  return finding('container/nested', found, 'one instance, packed once', 'unpack it once');
}

const LEAST_GZIP = 18;

/**
 * Whether a packed file says itself that it unpacks to too much: `head` are its first bytes, `tail` its
 * last ones. Most bombs do, and none of it needs to be unpacked to tell.
 */
export function claimProblem(
  packing: Packing,
  size: number,
  head: Uint8Array,
  tail: Uint8Array,
): Finding | null {
  if (packing === 'zstd') return problemOf(claimedByFrame(head), packing, size);
  const problem = problemOf(claimedByGzip(tail, size), packing, size);
  // The last bytes of what is there are no claim then.
  const cut = 'if it does not unpack to so much, it was cut off: pack it anew';
  return problem === null ? null : { ...problem, hint: `${problem.hint}; ${cut}` };
}

function problemOf(claimed: number | null, packing: Packing, size: number): Finding | null {
  return claimed === null ? null : totalProblem(packing, size, claimed);
}

/** DEFLATE unpacks a byte to no more than this. */
const STEEPEST_DEFLATE = 1032;

/**
 * RFC 1952, section 2.3.1: the length of the last member modulo 2^32 stands at its end. Null for one that
 * cannot be: other bytes stand there.
 */
function claimedByGzip(tail: Uint8Array, size: number): number | null {
  if (tail.length < 4) return null;
  const claimed = Buffer.from(tail.subarray(-4)).readUInt32LE(0);
  return claimed <= STEEPEST_DEFLATE * size ? claimed : null;
}

/**
 * Whether gzip data unpacks to too much after all, although it claims less than the `start` of its content
 * has. That may be so where it has several members, of which the last one claims; so it is unpacked.
 */
export function lieProblem(packing: Packing, packed: Uint8Array, start: Uint8Array) {
  if (packing !== 'gzip' || start.length <= (claimedByGzip(packed, packed.length) ?? 0))
    return null;
  const content = gunzipped(packed);
  return 'rule' in content && content.rule === 'gzip/ratio' ? content : null;
}

/** Node's own; a file that claims less than it has would come in very many pieces. */
const LEAST_CHUNK = 16 * 1024;

function gunzipped(packed: Uint8Array): Uint8Array | Finding {
  const most = mostUnpacked(packed.length);
  const claimed = claimedByGzip(packed, packed.length) ?? 0;
  try {
    const chunkSize = Math.min(Math.max(claimed + 1, LEAST_CHUNK), most);
    return zlib().gunzipSync(packed, { maxOutputLength: most, chunkSize });
  } catch (error) {
    return gzipProblem(error, packed.length);
  }
}

/** What zlib says of gzip data, as a finding. */
export function gzipProblem(error: unknown, packed: number): Finding {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooMuch('gzip', packed);
  const hint = 'the file is damaged: pack or upload it anew';
  const whole = 'gzip data that is whole';
  if (packed < LEAST_GZIP || /unexpected end/.test(message))
    return finding('gzip/truncated', 'an unexpected end', whole, hint);
  if (/(data|length) check/.test(message))
    return finding('gzip/crc', 'another check sum', 'that of the data', hint);
  if (/header check/.test(message))
    return finding('gzip/trailing', 'bytes that are no gzip data after its end', whole, hint);
  return finding('gzip/data', message, whole, hint);
}

export function tooMuch(packing: Packing, packed: number): Finding {
  const most = mostUnpacked(packed);
  return (
    totalProblem(packing, packed, most + 1) ??
    finding(`${packing}/ratio`, `more than ${most} bytes unpacked`, `${most} bytes`)
  );
}

function unzstd(packed: Uint8Array): Uint8Array | Finding {
  const frames = zstdFrames(packed);
  if (typeof frames === 'string') return zstdProblem(frames);
  const contents: Uint8Array[] = [];
  let left = mostUnpacked(packed.length);
  for (const { start, end } of frames) {
    try {
      const options = { maxOutputLength: Math.max(left, 1) };
      const content = zlib().zstdDecompressSync(packed.subarray(start, end), options);
      left -= content.length;
      contents.push(content);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return tooMuch('zstd', packed.length);
      return zstdProblem('data', (error as Error).message);
    }
  }
  return contents.length === 1 ? (contents[0] as Uint8Array) : Buffer.concat(contents);
}

const ZSTD_FOUND = {
  truncated: 'an unexpected end',
  trailing: 'bytes that are no Zstandard data',
};

/** What is wrong with Zstandard data. */
export function zstdProblem(rule: 'truncated' | 'trailing' | 'data', message = ''): Finding {
  const found = rule === 'data' ? message : ZSTD_FOUND[rule];
  const hint = 'the file is damaged: pack or upload it anew';
  return finding(`zstd/${rule}`, found, 'Zstandard data that is whole', hint);
}
