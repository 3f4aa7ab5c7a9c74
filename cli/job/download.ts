import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Written } from '../../functions/job/sink.ts';
import { makeFolder } from '../../io/atomic-write.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { StorageError } from '../../io/stores/object-store.ts';
import { RefusedError } from '../failures.ts';

/** A file that is to be as an object is. */
export interface Download {
  readonly store: ObjectStore;
  readonly key: string;
  readonly file: Written;
  /** The folder that the user named, and the path below it, with `/`. */
  readonly folder: string;
  readonly path: string;
  /** Whether a file of another content may be replaced. */
  readonly mayReplace: (sha256: string) => Promise<boolean>;
}

/** Whether the file was written, was there already, or was kept as the user's own. */
export type Downloaded = 'fetched' | 'present' | 'kept';

/** Bytes of one request. */
const STEP = 8 * 1024 * 1024;

/**
 * Makes a file that is complete and has the right hash, or leaves what was there. It grows under another
 * name, which the next try takes over, and is renamed when its hash is right. No link is followed below
 * the folder. Throws StorageError where the object is not what the job says.
 */
export async function download(what: Download): Promise<Downloaded> {
  const target = pathBelow(what.folder, what.path);
  await makeFolders(what.folder, what.path);
  const there = await hashAt(target);
  if (there === what.file.sha256) return 'present';
  if (there !== null && !(await what.mayReplace(there))) return 'kept';
  const growing = join(dirname(target), `.${basename(target)}.nimbus-part`);
  await rm(growing, { force: true });
  const handle = await open(growing, 'wx');
  try {
    await write(handle, what);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(growing, target);
  return 'fetched';
}

/** Throws RefusedError for a path that would lead out of the folder. */
export function pathBelow(folder: string, path: string): string {
  const target = resolve(folder, ...path.split('/'));
  const below = relative(resolve(folder), target);
  if (below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below))
    return target;
  throw new RefusedError(`${path}: fetch/path: found a path out of ${folder}, allowed one in it`);
}

async function write(handle: FileHandle, { store, key, file }: Download): Promise<void> {
  const hash = createHash('sha256');
  for (let start = 0; start < file.bytes; start += STEP) {
    const range = { start, end: Math.min(start + STEP, file.bytes) };
    const object = await store.get(key, file.bytes <= STEP ? {} : { range });
    if (object === null) throw damaged(store, key, 'no such object', file);
    hash.update(object.body);
    await handle.writeFile(object.body);
  }
  const found = hash.digest('hex');
  if (found !== file.sha256) throw damaged(store, key, `content with the hash ${found}`, file);
}

function damaged({ address }: ObjectStore, key: string, found: string, file: Written) {
  return new StorageError(
    'storage/short-read',
    `${address}/${key}: found ${found}, allowed the one that DONE.json names (${file.sha256}); fetch again`,
  );
}

/** Hash of a file; null where there is none. Throws RefusedError for what is there and is no file. */
async function hashAt(path: string): Promise<string | null> {
  const stats = await lstatOrNull(path);
  if (stats === null) return null;
  if (!stats.isFile()) throw notAFile(path, 'a file');
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk);
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

/** Folder by folder, each of which has to be one and no link to one; the one that the user named may be a link. */
async function makeFolders(folder: string, path: string): Promise<void> {
  makeFolder(folder);
  let at = folder;
  for (const part of path.split('/').slice(0, -1)) {
    at = join(at, part);
    try {
      await mkdir(at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const stats = await lstat(at);
      if (!stats.isDirectory()) throw notAFile(at, 'a folder');
    }
  }
}

async function lstatOrNull(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw error;
  }
}

function notAFile(path: string, allowed: string): RefusedError {
  return new RefusedError(
    `${path}: fetch/place: found a link or something else, allowed ${allowed} or nothing; fetch into another folder`,
  );
}
