import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ContainerError, refuseFor } from './container-error.ts';
import { totalProblem } from './limits.ts';
import { gzipProblem, type Packing, zstdProblem } from './packed.ts';
import { chunksOf, type Source } from './source.ts';
import { zstdFrames } from './zstd-frames.ts';

/** Packed bytes that are enough to tell what they begin with: a whole block of Zstandard. */
export const PACKED_HEAD_BYTES = 192 * 1024;

/** What a packed file begins with, as far as its first bytes tell; empty where they make no sense. */
export function unpackedHead(packing: Packing, head: Uint8Array): Promise<Uint8Array> {
  const decoder = packing === 'gzip' ? createGunzip() : createZstdDecompress();
  return new Promise((resolve) => {
    const settle = (bytes: Uint8Array) => {
      resolve(bytes);
      decoder.destroy();
    };
    decoder.once('data', settle);
    decoder.once('error', () => settle(new Uint8Array()));
    decoder.write(head, () => setImmediate(settle, new Uint8Array()));
  });
}

/**
 * What a packed source unpacks to, in constant memory for gzip; a source of Zstandard is read whole to
 * find its frames. Throws ContainerError where it is damaged or unpacks to too much.
 */
export async function* unpackedChunks(
  packing: Packing,
  source: Source,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  for await (const chunk of packing === 'gzip' ? gunzipped(source) : unzstd(source)) {
    unpacked += chunk.length;
    refuseFor(totalProblem(packing, source.size, unpacked));
    yield chunk;
  }
}

async function* gunzipped(source: Source): AsyncGenerator<Uint8Array> {
  try {
    yield* through(chunksOf(source), createGunzip());
  } catch (error) {
    throw asRefusal(error, (failure) => gzipProblem(failure, source.size));
  }
}

async function* unzstd(source: Source): AsyncGenerator<Uint8Array> {
  const packed = await source.read(0, source.size);
  const frames = zstdFrames(packed);
  if (typeof frames === 'string') throw new ContainerError(zstdProblem(frames));
  for (const { start, end } of frames) {
    try {
      yield* through([packed.subarray(start, end)], createZstdDecompress());
    } catch (error) {
      throw asRefusal(error, (failure) => zstdProblem('data', (failure as Error).message));
    }
  }
}

/** Unlike a pipe, a pipeline ends with an error where its source does. */
function through(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  decoder: Transform,
): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(chunks), decoder, () => undefined);
}

/** An error of zlib as a refusal; one of the disk or of storage as it is. */
function asRefusal(error: unknown, problem: (error: unknown) => ReturnType<typeof gzipProblem>) {
  const isOfZlib =
    error instanceof Error && /^(Z_|ZSTD_)/.test((error as NodeJS.ErrnoException).code ?? '');
  return isOfZlib ? new ContainerError(problem(error)) : error;
}
