import { loadGame } from '../../core/games/index.ts';
import { openRanges } from '../../core/pipeline/ranges/opening.ts';
import { cutOfFile, type FileCut, mayHaveRanges } from '../../functions/job/plan-ranges.ts';
import { LARGEST, tooLarge } from '../../functions/job/refusals.ts';
import { CHUNK_SECONDS } from '../../infra/settings.ts';
import { formatOf, HEAD_BYTES } from '../../io/containers/formats.ts';
import { readRange } from '../../io/containers/source.ts';
import { FileText } from '../../io/file-text.ts';
import { DEFAULT_OPTIONS } from '../../io/uploads.ts';
import { type Estimate, type EstimateOptions, NO_WORK } from './estimate.ts';
import type { Instance } from './instance.ts';
import { fileSize } from './instances.ts';

/**
 * What a long file would take by its first cases, as the job is planned that solves it by ranges: in
 * constant memory. Null for a file that is read whole; one that neither can be is an error.
 */
export async function estimateLong(
  { game, source, asked }: Pick<Instance, 'game' | 'source' | 'asked'>,
  options: EstimateOptions,
): Promise<Estimate | null> {
  if (!('path' in source) || 'start' in source || 'zip' in source || options.literal) return null;
  const { path } = source;
  const size = fileSize(path);
  const job = { ...DEFAULT_OPTIONS, asked: asked ?? options.asked };
  const upload = { kind: 'file', game, options: job, upload: { size } } as const;
  if (game === null || !(await mayHaveRanges(upload))) return null;
  if (formatOf(readRange(path, 0, HEAD_BYTES)) !== 'other') return null;
  const cut = await cutOf(path, game, options);
  if (cut !== null) return estimateOfCut({ game, size, cut }, options);
  if (size <= LARGEST) return null;
  const { rule } = tooLarge(size);
  return { ...NO_WORK, game, cases: 1, errors: 1, problem: rule, work: null };
}

async function cutOf(
  path: string,
  name: string,
  { lenient = false, budget }: EstimateOptions,
): Promise<FileCut | null> {
  const game = await loadGame(name);
  const text = new FileText(path);
  try {
    const how = { lenient, budget };
    const opening = openRanges(game, text, how);
    if (opening === null || opening.frame?.count === 1) return null;
    return cutOfFile({ game, text, opening, options: how }, { chunkSeconds: CHUNK_SECONDS });
  } finally {
    text.close();
  }
}

async function estimateOfCut(
  { game, size, cut }: { readonly game: string; readonly size: number; readonly cut: FileCut },
  { speeds }: EstimateOptions,
): Promise<Estimate> {
  const { ranges, milliseconds: measured, cases, bytes } = cut;
  const milliseconds = measured / speeds.of(await loadGame(game), measured);
  const work = {
    milliseconds: measured,
    size,
    reads: { bytes: size, requests: 0 },
    rounds: null,
    ranges: ranges.length,
  };
  const solvable = milliseconds;
  return { ...NO_WORK, game, cases, milliseconds, solvable, bytes, isShared: true, work };
}
