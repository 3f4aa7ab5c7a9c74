import { gameOfPath } from '../../core/games/of-path.ts';
import { VERSION } from '../../core/version.ts';
import { fileKind } from '../../io/file-kinds.ts';
import { inboxPath } from '../../io/keys.ts';
import { isPack } from '../../io/pack.ts';
import type { ObjectHead, ObjectStore } from '../../io/stores/object-store.ts';
import {
  type JobOptions,
  jobId,
  optionsFrom,
  solversOf,
  type UploadName,
} from '../../io/uploads.ts';
import type { Buckets, Kind, Manifest } from './manifest.ts';
import { type Refusal, refusalOf, wrongOptions } from './refusals.ts';
import { wholeBody } from './whole-body.ts';

/** How jobs are set up. */
export interface JobSettings {
  readonly machine: string | null;
  readonly chunkSeconds: number;
  /** Versions of the solvers for a game. */
  readonly solversOf?: (game: string | null) => string;
}

/** An upload that is there. */
export interface Found {
  readonly upload: UploadName;
  readonly head: ObjectHead;
}

/** The manifest of the job that solves an upload, or why it is refused. */
export async function manifestOf(
  { inbox }: Buckets,
  { upload, head }: Found,
  settings: JobSettings,
): Promise<Manifest | Refusal> {
  const refusal = refusalOf(upload.key, head);
  if (refusal !== null) return refusal;
  const options = optionsFrom(head.metadata);
  if (typeof options === 'string') return wrongOptions(options);
  const file = inboxPath(upload.key);
  const kind = await kindOf(inbox, upload, head.size);
  const game = gameOfUpload(upload.key, kind, options);
  const solvers = (settings.solversOf ?? solversOf)(game);
  const { machine, chunkSeconds } = settings;
  return {
    v: 1,
    job: jobId(upload, game, options, solvers),
    upload: { ...upload, size: head.size },
    file,
    kind,
    game,
    options,
    solvers,
    version: VERSION,
    machine,
    chunkSeconds,
    created: new Date().toISOString(),
  };
}

/** The game of an upload as far as its name and its options tell. A pack says it line by line. */
function gameOfUpload(key: string, kind: Kind, options: JobOptions): string | null {
  if (kind === 'pack') return null;
  return options.game ?? gameOfPath(inboxPath(key))?.game ?? null;
}

/** Longer than the first line of a pack. */
const ENOUGH_TO_TELL = 64;

async function kindOf(
  inbox: ObjectStore,
  { key, version }: UploadName,
  size: number,
): Promise<Kind> {
  if (fileKind(key) !== 'json-lines') return 'file';
  const range = { start: 0, end: Math.min(size, ENOUGH_TO_TELL) };
  const start = await inbox.get(key, { range, version });
  if (start === null) return 'lines';
  return isPack(wholeBody(inbox, key, start, range.end)) ? 'pack' : 'lines';
}
