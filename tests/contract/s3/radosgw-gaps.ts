import type { Gaps } from './contract.ts';

const CHECKSUMS = 'radosgw 16.2 knows no x-amz-checksum headers';
const QUOTES = 'radosgw 16.2 compares If-Match with its quotes';
const COPY = 'radosgw 16.2 does not apply the conditions of a copy';

const algorithms = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'];
const checksums = algorithms.flatMap((algorithm) => [
  [`a right Checksum${algorithm} is taken and told on get and head`, CHECKSUMS],
  [`a wrong Checksum${algorithm} is refused, and nothing is stored`, CHECKSUMS],
]);

/** What Debian's radosgw 16.2.15 does otherwise than S3, each with its reason. */
export const RADOSGW_GAPS: Gaps = {
  ...Object.fromEntries(checksums),
  'the CRC32 that the client computes on its own is told': CHECKSUMS,
  'a composite SHA-256 is the digest of the digests of the parts': CHECKSUMS,
  'a full-object CRC32 of parts equals that of one put': CHECKSUMS,
  'a full-object CRC32C of parts equals that of one put': CHECKSUMS,
  'a full-object CRC64NVME of parts equals that of one put': CHECKSUMS,
  'put with If-Match of the right entity tag replaces': QUOTES,
  'of 20 racers with the same If-Match one wins': QUOTES,
  'put with If-Match where nothing is answers 404': 'radosgw 16.2 answers 412',
  'delete with If-Match of a stale entity tag leaves the object':
    'radosgw 16.2 deletes without conditions; S3 has them since 2025',
  'copy with If-Match of a stale entity tag of its source is refused with 412': COPY,
  'copy with If-None-Match of the entity tag of its source is refused with 412': COPY,
  'copy with If-None-Match: * leaves what is there, with 412': COPY,
  'complete with If-None-Match: * leaves what is there, with 412':
    'radosgw 16.2 completes without conditions',
  'a stream of 1 MiB and a byte arrives without its framing':
    'radosgw 16.2 does not know aws-chunked bodies with a trailer',
  'parts out of order are InvalidPartOrder': 'radosgw 16.2 sorts them',
  'one part of a multipart object is read by its number': 'radosgw 16.2 ignores partNumber',
  'the attributes of an object: entity tag, size, checksum and parts':
    'radosgw 16.2 has no GetObjectAttributes',
  'the location of a bucket in us-east-1 is empty': 'radosgw names its zone group, default',
  'a key of 1,025 bytes is refused': 'radosgw refuses it as InvalidObjectName',
  'notifications to a queue are configured, read back and taken away':
    'radosgw notifies topics, not queues',
};
