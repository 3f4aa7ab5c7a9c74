import { GameChooser, isAboutFolder } from '../../io/choose-game.ts';
import type { Archive, IgnoredEntry } from '../../io/containers/archive.ts';
import { type ArchiveFile, filesOfArchive } from '../../io/containers/archive-files.ts';
import { ContainerError } from '../../io/containers/container-error.ts';
import { contentsOf } from '../../io/containers/contents.ts';
import { DEFAULT_LIMITS } from '../../io/containers/limits.ts';
import { openArchive } from '../../io/containers/open.ts';
import type { Source } from '../../io/containers/source.ts';
import { SettingsError } from '../../io/settings.ts';
import type { Buckets, Manifest } from './manifest.ts';
import type { Refusal } from './refusals.ts';
import { uploadSource } from './upload-source.ts';

/** An upload that is an archive, with what is to be solved of it. */
export interface ArchiveUpload {
  readonly source: Source;
  readonly archive: Archive;
  readonly files: readonly ArchiveFile[];
  readonly ignored: readonly IgnoredEntry[];
}

/**
 * Looks through an upload that is an archive, in constant memory; a zip by its directory alone. Throws
 * ContainerError where it is refused, SettingsError where a nimbus.yaml in it is of no use.
 */
export async function openUpload(
  { inbox }: Pick<Buckets, 'inbox'>,
  { upload, kind, packing, file, options }: Manifest,
): Promise<ArchiveUpload> {
  const source = uploadSource(inbox, upload);
  const tar = { kind: 'tar', packing: packing ?? null } as const;
  const container = kind === 'zip' ? ({ kind } as const) : tar;
  const limits = DEFAULT_LIMITS;
  const archive = await openArchive(container, source, { limits, keep: isAboutFolder });
  const texts = await textsOf(source, archive);
  const chooser = new GameChooser(options.game, (path) => texts.get(path) ?? null);
  const place = {
    file,
    names: file,
    folder: '.',
    top: '.',
    chooser,
    ext: options.ext ?? undefined,
  };
  return { source, archive, ...filesOfArchive(archive, place) };
}

/** The texts of all nimbus.yaml and problem.yaml. One that cannot be unpacked is as good as none. */
async function textsOf(source: Source, { entries }: Archive): Promise<Map<string, string>> {
  const wanted = entries.filter(({ name, problem }) => problem === null && isAboutFolder(name));
  const texts = new Map<string, string>();
  for (const { name, bytes } of wanted) if (bytes !== null) texts.set(name, textOf(bytes));
  const zipped = wanted.filter(({ zip }) => zip !== null);
  for await (const { at, content } of contentsOf(source, null, zipped)) {
    const name = zipped[at]?.name ?? '';
    if (!('rule' in content)) texts.set(name, textOf(content));
  }
  return texts;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Why an archive is refused as a whole; null where it can be a job. */
export async function refusalOfArchive(
  buckets: Pick<Buckets, 'inbox'>,
  manifest: Manifest,
): Promise<Refusal | null> {
  try {
    const { files, ignored } = await openUpload(buckets, manifest);
    return files.length > 0 ? null : nothingFound(ignored);
  } catch (error) {
    if (error instanceof ContainerError) return error.finding;
    if (!(error instanceof SettingsError)) throw error;
    const allowed = 'a nimbus.yaml and a problem.yaml that can be read';
    return { rule: 'settings', found: error.message, allowed };
  }
}

function nothingFound([first, ...others]: readonly IgnoredEntry[]): Refusal {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const found = first === undefined ? 'nothing' : `${first.name} (${first.reason})${more}`;
  const allowed = '.in, .txt and .jsonl files, 01, input1 in the archive';
  return { rule: 'nothing-found', found: `no instance, but ${found}`, allowed };
}
