/**
 * Cyclic redundancy checks that zlib does not have, and joining the checks of two halves.
 * Sources: CRC-32C, RFC 3720 appendix B.4; CRC-64/NVME, NVM Express NVM Command Set 1.0,
 * section 5.2.1.3.4; joining, zlib 1.2.12, crc32.c, `multmodp` and `x2nmodp`.
 */

/** The generator polynomials, bits reflected, the leading one left out. */
const REFLECTED = {
  CRC32: { width: 32n, polynomial: 0xedb88320n },
  CRC32C: { width: 32n, polynomial: 0x82f63b78n },
  CRC64NVME: { width: 64n, polynomial: 0x9a6c9329ac4bc9b5n },
} as const;

export type Crc = keyof typeof REFLECTED;

const table32c = new Int32Array(256);
const tableLow = new Int32Array(256);
const tableHigh = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  table32c[byte] = Number(BigInt.asIntN(32, remainderOf(BigInt(byte), 'CRC32C')));
  const remainder = remainderOf(BigInt(byte), 'CRC64NVME');
  tableLow[byte] = Number(BigInt.asIntN(32, remainder));
  tableHigh[byte] = Number(BigInt.asIntN(32, remainder >> 32n));
}

function remainderOf(byte: bigint, crc: Crc): bigint {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = shift(value, crc);
  return value;
}

/** Times x modulo the polynomial. */
function shift(value: bigint, crc: Crc): bigint {
  return value & 1n ? (value >> 1n) ^ REFLECTED[crc].polynomial : value >> 1n;
}

export class Crc32c {
  #state = -1;

  update(data: Uint8Array): void {
    let state = this.#state;
    for (let at = 0; at < data.length; at++) {
      state = (table32c[(state ^ (data[at] as number)) & 255] as number) ^ (state >>> 8);
    }
    this.#state = state;
  }

  /** Four bytes, the high one first. */
  digest(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(~this.#state);
    return bytes;
  }
}

export class Crc64Nvme {
  #low = -1;
  #high = -1;

  update(data: Uint8Array): void {
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < data.length; at++) {
      const index = (low ^ (data[at] as number)) & 255;
      low = ((low >>> 8) | (high << 24)) ^ (tableLow[index] as number);
      high = (high >>> 8) ^ (tableHigh[index] as number);
    }
    this.#low = low;
    this.#high = high;
  }

  /** Eight bytes, the high one first. */
  digest(): Buffer {
    const bytes = Buffer.alloc(8);
    bytes.writeInt32BE(~this.#high, 0);
    bytes.writeInt32BE(~this.#low, 4);
    return bytes;
  }
}

/** The check of A followed by B from their checks; `length` is that of B in bytes. */
export function joinCrc(crc: Crc, checks: readonly [Buffer, Buffer], length: number): Buffer {
  const [first, second] = checks.map((check) => BigInt(`0x${check.toString('hex')}`));
  const joined = multiply(crc, first as bigint, power(crc, 8n * BigInt(length)));
  const hex = (joined ^ (second as bigint)).toString(16);
  return Buffer.from(hex.padStart(Number(REFLECTED[crc].width / 4n), '0'), 'hex');
}

/** The product modulo the polynomial; the highest bit stands for x to the 0. */
function multiply(crc: Crc, first: bigint, second: bigint): bigint {
  let product = 0n;
  let value = second;
  for (let bit = 1n << (REFLECTED[crc].width - 1n); bit > 0n; bit >>= 1n) {
    if (first & bit) product ^= value;
    value = shift(value, crc);
  }
  return product;
}

/** x to the exponent, modulo the polynomial. */
function power(crc: Crc, exponent: bigint): bigint {
  const one = 1n << (REFLECTED[crc].width - 1n);
  let result = one;
  let square = one >> 1n;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(crc, result, square);
    square = multiply(crc, square, square);
  }
  return result;
}
