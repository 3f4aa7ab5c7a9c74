import { DirectoryStore } from './directory-store.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Store, s3Client } from './s3-store.ts';

/** The store of a bucket's name, or of a folder where there is a `/` in it. */
export function openStore(name: string): ObjectStore {
  if (name.includes('/')) return new DirectoryStore(name);
  client ??= s3Client();
  return new S3Store(name, client);
}

/** One client a process: it keeps its connections. */
let client: ReturnType<typeof s3Client> | null = null;
