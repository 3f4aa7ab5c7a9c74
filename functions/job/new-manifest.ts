import { gameOfPath } from '../../core/games/of-path.ts';
import { VERSION } from '../../core/version.ts';
import { type Container, containerOf } from '../../io/containers/container.ts';
import { ContainerError } from '../../io/containers/container-error.ts';
import { formatByName, innerName, notNamed } from '../../io/containers/formats.ts';
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
import type { Buckets, Kind, Manifest, RangeSettings } from './manifest.ts';
import { mayHaveRanges } from './plan-ranges.ts';
import { LARGEST, type Refusal, refusalOf, tooLarge, wrongOptions } from './refusals.ts';
import { uploadSource } from './upload-source.ts';

/** How jobs are set up. */
export interface JobSettings {
  readonly machine: string | null;
  readonly chunkSeconds: number;
  /** How long files are cut; by default as `DEFAULT_RANGES` says. */
  readonly ranges?: RangeSettings;
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
  const refusal = refusalOf(head);
  if (refusal !== null) return refusal;
  const options = optionsFrom(head.metadata);
  if (typeof options === 'string') return wrongOptions(options);
  const file = inboxPath(upload.key);
  const kind = await kindOf(inbox, { upload, head });
  if ('rule' in kind) return kind;
  const game = gameOfUpload(upload.key, kind.kind, options);
  const solvers = (settings.solversOf ?? solversOf)(game);
  const { machine, chunkSeconds, ranges } = settings;
  const long = { ...kind, game, options, ...(ranges && { ranges }), upload: { size: head.size } };
  // Of all others one function reads the whole.
  if (kind.kind === 'file' && head.size > LARGEST && !(await mayHaveRanges(long)))
    return tooLarge(head.size);
  return {
    v: 1,
    job: jobId(upload, game, options, solvers),
    upload: { ...upload, size: head.size },
    file,
    ...kind,
    game,
    options,
    solvers,
    version: VERSION,
    machine,
    chunkSeconds,
    ...(ranges && { ranges }),
    created: new Date().toISOString(),
  };
}

/**
 * The game of an upload as far as its name and its options tell. A pack says it line by line; of an
 * archive each file is looked at.
 */
function gameOfUpload(key: string, kind: Kind, options: JobOptions): string | null {
  if (kind === 'pack') return null;
  if (kind === 'zip' || kind === 'tar') return options.game;
  return options.game ?? gameOfPath(inboxPath(key))?.game ?? null;
}

type KindOf = Pick<Manifest, 'kind' | 'packing' | 'warnings'>;

/** What an upload is by its magic bytes, of which few are read; or why it is refused. */
async function kindOf(inbox: ObjectStore, { upload, head }: Found): Promise<KindOf | Refusal> {
  const source = uploadSource(inbox, { ...upload, size: head.size });
  try {
    const container = await containerOf(upload.key, source);
    const warnings = warningsOf(upload.key, container);
    if (container.kind === 'zip') return { kind: 'zip', ...warnings };
    const packing = container.kind === 'plain' ? null : container.packing;
    const how = { ...(packing && { packing }), ...warnings };
    // Of these the whole tree of frames has to be known, or the whole content.
    const isLines = fileKind(innerName(upload.key)) === 'json-lines';
    const isWhole = container.kind === 'tar' ? packing === 'zstd' : packing !== null || isLines;
    if (isWhole && head.size > LARGEST) return tooLarge(head.size);
    if (container.kind === 'tar') return { kind: 'tar', ...how };
    if (!isLines) return { kind: 'file', ...how };
    const start =
      container.kind === 'packed' ? container.start : await source.read(0, Math.min(head.size, 64));
    return { kind: isPack(start) ? 'pack' : 'lines', ...how };
  } catch (error) {
    if (error instanceof ContainerError) return error.finding;
    throw error;
  }
}

/** The name of an upload need not say that it is packed. */
function warningsOf(key: string, { kind }: Container): Pick<Manifest, 'warnings'> {
  const isUnnamed = kind !== 'plain' && formatByName(key) === null;
  return isUnnamed ? { warnings: [notNamed(kind)] } : {};
}
