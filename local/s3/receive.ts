import { createHash } from 'node:crypto';
import { AwsChunkedDecoder, decodeAwsChunked } from './aws-chunked.ts';
import type { Piece } from './bodies.ts';
import type { Call, Headers } from './call.ts';
import {
  ALGORITHMS,
  type Algorithm,
  algorithmOf,
  checksumHeader,
  type Digest,
  startDigest,
} from './checksums.ts';
import { S3Error } from './errors.ts';
import type { Store } from './store.ts';

/** Bytes that were written and agree with all that the request says of them. */
export interface Received {
  readonly piece: Piece;
  /** MD5, hexadecimal. */
  readonly etag: string;
  readonly checksum: { readonly algorithm: Algorithm; readonly value: string } | null;
}

interface Frame {
  readonly bytes: AsyncIterable<Buffer>;
  /** Of the data, after the framing is taken away; undefined when the request does not say. */
  readonly size: number | undefined;
  readonly trailers: ReadonlyMap<string, string>;
}

/** Largest single upload. Source: Amazon S3 User Guide, "Amazon S3 multipart upload limits". */
const LARGEST = 5 * 1024 ** 3;

/**
 * Writes the body of a request to a file; throws BadDigest, IncompleteBody and their kin, and leaves
 * no file then. `algorithm`: computed also when the request names none.
 */
export async function receive(
  store: Store,
  call: Call,
  algorithm: Algorithm | null = null,
): Promise<Received> {
  const frame = unframe(call);
  const claimed = claimedAlgorithm(call.headers);
  const sha256 = call.headers['x-amz-content-sha256'] ?? '';
  const signed = /^[0-9a-f]{64}$/.test(sha256) ? startDigest('SHA256') : null;
  const written = await writeBody(store, frame.bytes, {
    algorithm: claimed ?? algorithm,
    extra: signed,
  });
  try {
    checkSize(written.piece.size, frame.size);
    checkMd5(call.headers['content-md5'], written.etag);
    if (signed !== null && signed.digest().toString('hex') !== sha256) {
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    checkClaim(call.headers, frame.trailers, written.checksum);
    return written;
  } catch (error) {
    store.bodies.drop([written.piece]);
    throw error;
  }
}

/** Writes bytes from anywhere, with their MD5 and the checksum of that algorithm. */
export async function writeBody(
  { bodies }: Store,
  bytes: AsyncIterable<Buffer>,
  { algorithm, extra = null }: { algorithm: Algorithm | null; extra?: Digest | null },
): Promise<Received> {
  const md5 = createHash('md5');
  const digest = algorithm === null ? null : startDigest(algorithm);
  const piece = await bodies.write(bytes, (chunk) => {
    md5.update(chunk);
    digest?.update(chunk);
    extra?.update(chunk);
  });
  const value = digest?.digest().toString('base64');
  return {
    piece,
    etag: md5.digest('hex'),
    checksum: algorithm === null || value === undefined ? null : { algorithm, value },
  };
}

function unframe({ headers, body }: Call): Frame {
  const chunked =
    /\baws-chunked\b/.test(headers['content-encoding'] ?? '') ||
    headers['x-amz-content-sha256']?.startsWith('STREAMING-');
  const length = headers[chunked ? 'x-amz-decoded-content-length' : 'content-length'];
  if (length === undefined && !chunked) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const size = length === undefined ? undefined : Number(length);
  if (size !== undefined && !(size <= LARGEST)) {
    throw new S3Error('EntityTooLarge', `Found ${length} bytes, allowed ${LARGEST}; use parts.`);
  }
  if (!chunked) return { bytes: body, size, trailers: new Map() };
  const decoder = new AwsChunkedDecoder();
  return { bytes: decodeAwsChunked(body, decoder), size, trailers: decoder.trailers };
}

/** The algorithm that the request says it has used, by a checksum or by an announcement. */
function claimedAlgorithm(headers: Headers): Algorithm | null {
  const direct = ALGORITHMS.filter((algorithm) => headers[checksumHeader(algorithm)] !== undefined);
  if (direct.length > 1) {
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.');
  }
  const announced = headers['x-amz-trailer']?.match(/^\s*x-amz-checksum-(\w+)\s*$/i)?.[1];
  const name = direct[0] ?? announced ?? headers['x-amz-sdk-checksum-algorithm'];
  return name === undefined ? null : algorithmOf(name);
}

function checkSize(found: number, expected: number | undefined): void {
  if (expected === undefined || found === expected) return;
  throw new S3Error(
    'IncompleteBody',
    `You did not provide the number of bytes specified: found ${found}, allowed ${expected}`,
  );
}

function checkMd5(claim: string | undefined, etag: string): void {
  if (claim === undefined) return;
  const bytes = Buffer.from(claim, 'base64');
  if (bytes.length !== 16) {
    throw new S3Error('InvalidDigest', `The Content-MD5 you specified is not valid: ${claim}`);
  }
  if (bytes.toString('hex') !== etag) {
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  }
}

function checkClaim(
  headers: Headers,
  trailers: ReadonlyMap<string, string>,
  checksum: Received['checksum'],
): void {
  if (checksum === null) return;
  const name = checksumHeader(checksum.algorithm);
  const claim = headers[name] ?? trailers.get(name);
  if (claim === undefined && headers['x-amz-trailer'] !== undefined) {
    throw new S3Error('InvalidRequest', `The announced trailer ${name} did not come.`);
  }
  if (claim !== undefined && claim !== checksum.value) {
    throw new S3Error(
      'BadDigest',
      `The ${checksum.algorithm} you specified did not match the calculated checksum.`,
    );
  }
}
