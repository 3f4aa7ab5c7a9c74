import type { AnyGame } from '../../core/game.ts';
import { loadGame } from '../../core/games/index.ts';
import { DEFAULT_BUDGET } from '../../core/pipeline/budget.ts';
import { type Opening, openRanges } from '../../core/pipeline/ranges/opening.ts';
import type { RangedFile } from '../../core/pipeline/ranges/ranged-file.ts';
import { LoadedText, withBytes } from '../../io/loaded-text.ts';
import type { World } from './chunk-step.ts';
import type { Manifest, RangeSettings } from './manifest.ts';
import type { OpenJob } from './open-job.ts';
import { uploadSource } from './upload-source.ts';

/**
 * Below it a file is read whole when it is planned, and cut between its cases. A range is read by one
 * function, with a few hundred kilobytes more.
 */
export const DEFAULT_RANGES: RangeSettings = { from: 32 * 1024 * 1024, bytes: 8 * 1024 * 1024 };

/** Whether the pieces of a job are ranges of the bytes of its file, whose cases nobody has counted. */
export function isRanged({ manifest, plan }: Pick<OpenJob, 'manifest' | 'plan'>): boolean {
  const { cases, problem } = plan.header;
  return manifest.kind === 'file' && cases === null && problem === null;
}

/** Whether files of a game can be read by ranges, whatever their length. */
export function hasRanges({ codec, list }: AnyGame): boolean {
  return codec.framing !== undefined || list !== undefined;
}

/** An upload that is read by ranges. */
export interface RangedUpload extends RangedFile {
  readonly text: LoadedText;
}

/** The opening of the upload that a function read last: most chunks that it gets are of the same one. */
let last: { readonly address: string; readonly opening: Opening | null } | null = null;

/** Opens an upload of a game; null where it cannot be read by ranges. Throws InputGoneError. */
export async function openRanged(
  { inbox, now }: Pick<World, 'inbox' | 'now'>,
  { upload, options }: Manifest,
  name: string,
): Promise<RangedUpload | null> {
  const game = await loadGame(name);
  const text = new LoadedText(uploadSource(inbox, upload));
  const how = { lenient: options.lenient, budget: DEFAULT_BUDGET, now };
  const { key, version, etag } = upload;
  const address = `${inbox.address}/${key}/${version ?? ''}/${etag}/${name}/${options.lenient}`;
  if (last?.address !== address) {
    last = { address, opening: await withBytes(text, () => openRanges(game, text, how)) };
  }
  const { opening } = last;
  return opening === null ? null : { game, text, opening, options: how };
}
