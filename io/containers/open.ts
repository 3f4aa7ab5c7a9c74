import type { Archive } from './archive.ts';
import type { Container } from './container.ts';
import { refuse } from './container-error.ts';
import type { Limits } from './limits.ts';
import { type Source, watched } from './source.ts';
import { openTarAt } from './tar.ts';
import { openZip } from './zip-directory.ts';

export interface OpenOptions {
  readonly limits: Limits;
  /** Entries of a packed tar whose content is kept: it cannot be read entry by entry. */
  readonly keep: (name: string) => boolean;
}

/** An archive with all that is in it. Throws ContainerError where it is refused or where nothing is in it. */
export async function openArchive(
  container: Exclude<Container, { kind: 'packed' | 'plain' }>,
  source: Source,
  { limits, keep }: OpenOptions,
): Promise<Archive> {
  const failures: unknown[] = [];
  const own = watched(source, failures);
  const opened =
    container.kind === 'zip'
      ? openZip(own, limits)
      : openTarAt(own, container.packing, { limits, keep });
  const archive = await opened.catch((error: unknown) => {
    throw failures.length > 0 ? failures[0] : error;
  });
  if (archive.entries.length + archive.ignored.length > 0) return archive;
  return refuse('nothing-to-do', 'an archive with no file in it', 'at least one instance');
}
