import type { Chunk } from '../../core/pipeline/manifest.ts';
import { jobKeys, partRange } from '../../io/keys.ts';
import type { World } from './chunk-step.ts';
import type { Plan } from './manifest.ts';

/** The finished parts of each piece; both stand in the order of their indices. */
export async function partsByPiece(
  { out }: Pick<World, 'out'>,
  job: string,
  { pieces }: Plan,
): Promise<Chunk[][]> {
  const parts: Chunk[] = [];
  for await (const { key } of out.list(jobKeys(job).parts)) {
    const range = partRange(key);
    if (range !== null) parts.push(range);
  }
  return inPieces(pieces, parts);
}

/** Parts by the pieces that they are of; both stand in the order of their indices. */
export function inPieces(pieces: readonly Chunk[], parts: readonly Chunk[]): Chunk[][] {
  const found: Chunk[][] = pieces.map(() => []);
  let piece = 0;
  for (const part of parts) {
    while (piece < pieces.length && part.first > (pieces[piece] as Chunk).last) piece++;
    found[piece]?.push(part);
  }
  return found;
}
