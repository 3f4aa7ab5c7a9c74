import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containerOf } from '../../../io/containers/container.ts';
import { ContainerError } from '../../../io/containers/container-error.ts';
import { DEFAULT_LIMITS } from '../../../io/containers/limits.ts';
import { openArchive } from '../../../io/containers/open.ts';
import { unpack } from '../../../io/containers/packed.ts';
import { bytesSource } from '../../../io/containers/source.ts';
import { unpackEntry } from '../../../io/containers/zip-entry.ts';
import { tarOf } from '../../tools/containers/odd-tar.ts';
import { zipOf } from '../../tools/containers/odd-zip.ts';

const files = ['secret/1.in', 'secret/2.in'].map((name) => ({ name, content: '3\n0\n' }));
const tar = tarOf(files);
const SOUND = {
  zip: zipOf(files),
  zip64: zipOf(files, { zip64: true }),
  tar,
  'tar.gz': gzipSync(tar),
  'tar.zst': zstdCompressSync(tar),
  gz: gzipSync('3\n0\n'),
  zst: zstdCompressSync('3\n0\n'),
};

/** Reads all there is, or is refused; throws whatever else happens. */
async function read(name: string, bytes: Uint8Array): Promise<void> {
  const source = bytesSource(bytes);
  try {
    const container = await containerOf(name, source);
    if (container.kind === 'plain') return;
    if (container.kind === 'packed') {
      unpack(container.packing, bytes);
      return;
    }
    const options = { limits: DEFAULT_LIMITS, keep: () => true };
    const { entries } = await openArchive(container, source, options);
    for (const { zip, problem } of entries) {
      if (zip !== null && problem === null) unpackEntry(zip, bytes.subarray(zip.start, zip.end));
    }
  } catch (error) {
    if (!(error instanceof ContainerError)) throw error;
    expect(error.finding.rule).toMatch(/^[a-z0-9]+(\/[a-z0-9-]+|-to-do)$/);
  }
}

test.each(Object.keys(SOUND) as (keyof typeof SOUND)[])(
  'a %s with some bytes changed is read or refused',
  async (kind) => {
    const sound = SOUND[kind];
    const change = fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(255) });
    const changes = fc.array(change, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(9), async (changed, cut) => {
        const bytes = Buffer.from(sound);
        for (const { at, byte } of changed) bytes[at] = byte;
        await read(
          `a.${kind.replace('64', '')}`,
          bytes.subarray(0, bytes.length - (cut === 0 ? 5 : 0)),
        );
      }),
      { numRuns: 400 },
    );
  },
);
