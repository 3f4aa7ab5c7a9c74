import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Crc, Crc32c, Crc64Nvme, joinCrc } from './crc.ts';
import { S3Error } from './errors.ts';

export const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

export interface Checksum {
  readonly algorithm: Algorithm;
  /** Base64; a composite one ends in `-` and the number of parts. */
  readonly value: string;
  readonly type: ChecksumType;
}

export interface Digest {
  update(data: Uint8Array): void;
  digest(): Buffer;
}

class Crc32 {
  #value = 0;

  update(data: Uint8Array): void {
    this.#value = crc32(data, this.#value);
  }

  digest(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#value);
    return bytes;
  }
}

const DIGESTS: Readonly<Record<Algorithm, () => Digest>> = {
  CRC32: () => new Crc32(),
  CRC32C: () => new Crc32c(),
  CRC64NVME: () => new Crc64Nvme(),
  SHA1: () => adapt(createHash('sha1')),
  SHA256: () => adapt(createHash('sha256')),
};

function adapt(hash: Hash): Digest {
  return { update: (data) => void hash.update(data), digest: () => hash.digest() };
}

export function startDigest(algorithm: Algorithm): Digest {
  return DIGESTS[algorithm]();
}

export function checksumHeader(algorithm: Algorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** The algorithm by its name in any case; throws InvalidRequest for one that S3 does not have. */
export function algorithmOf(name: string): Algorithm {
  const found = ALGORITHMS.find((algorithm) => algorithm === name.toUpperCase());
  if (found !== undefined) return found;
  throw new S3Error(
    'InvalidRequest',
    `Checksum algorithm provided is unsupported: ${name}. Allowed: ${ALGORITHMS.join(', ')}.`,
  );
}

/** Elements and headers that tell a checksum. */
export function checksumElements(checksum: Checksum | null): Record<string, string> {
  if (checksum === null) return {};
  return { [`Checksum${checksum.algorithm}`]: checksum.value, ChecksumType: checksum.type };
}

export function checksumHeaders(checksum: Checksum | null): Record<string, string> {
  if (checksum === null) return {};
  const { algorithm, value, type } = checksum;
  return { [checksumHeader(algorithm)]: value, 'x-amz-checksum-type': type };
}

/** What a multipart upload does when its request names an algorithm and no type. */
export function defaultType(algorithm: Algorithm): ChecksumType {
  return algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE';
}

/** Hashes have no checksum of the whole without reading it again; CRC64NVME has no composite one. */
export function checkType(algorithm: Algorithm, type: string): ChecksumType {
  const allowed = algorithm.startsWith('SHA')
    ? ['COMPOSITE']
    : algorithm === 'CRC64NVME'
      ? ['FULL_OBJECT']
      : ['COMPOSITE', 'FULL_OBJECT'];
  if (allowed.includes(type)) return type as ChecksumType;
  throw new S3Error(
    'InvalidRequest',
    `The ${type} checksum type cannot be used with ${algorithm}. Allowed: ${allowed.join(', ')}.`,
  );
}

export interface PartChecksum {
  readonly size: number;
  /** Base64. */
  readonly value: string;
}

/** The checksum of an object from those of its parts. */
export function composeChecksums(
  algorithm: Algorithm,
  type: ChecksumType,
  parts: readonly PartChecksum[],
): Checksum {
  const values = parts.map(({ value }): Buffer => Buffer.from(value, 'base64'));
  if (type === 'COMPOSITE') {
    const digest = startDigest(algorithm);
    for (const value of values) digest.update(value);
    return { algorithm, type, value: `${digest.digest().toString('base64')}-${parts.length}` };
  }
  const whole = values.reduce((joined, value, at) =>
    joinCrc(algorithm as Crc, [joined, value], parts[at]?.size ?? 0),
  );
  return { algorithm, type, value: whole.toString('base64') };
}
