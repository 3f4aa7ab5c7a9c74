import { DatabaseSync } from 'node:sqlite';
import { S3FolderError } from './errors.ts';

/** Raised when the schema changes; a folder of another version is refused. */
const VERSION = 1;

const SCHEMA = `
  CREATE TABLE buckets (
    name TEXT PRIMARY KEY, created INTEGER NOT NULL, notification TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE objects (
    bucket TEXT, key TEXT, size INTEGER NOT NULL, etag TEXT NOT NULL, modified INTEGER NOT NULL,
    detail TEXT NOT NULL, pieces TEXT NOT NULL, PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, started INTEGER NOT NULL,
    detail TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE parts (
    upload TEXT, number INTEGER, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, checksum TEXT, file TEXT NOT NULL, PRIMARY KEY (upload, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT;
`;

/**
 * Opens the index of a folder for this process alone; throws S3FolderError. What was committed
 * survives the end of the process; a power cut may take the last changes, but leaves a sound index.
 */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;');
    database.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; COMMIT;');
    checkVersion(database, path);
    return database;
  } catch (error) {
    database.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new S3FolderError(
      `${path}: s3/in-use: found the folder in use by another endpoint, allowed one; stop that one`,
    );
  }
}

function checkVersion(database: DatabaseSync, path: string): void {
  const found = database.prepare('PRAGMA user_version').get()?.['user_version'];
  if (found === VERSION) return;
  if (found !== 0) {
    throw new S3FolderError(
      `${path}: s3/version: found version ${found}, allowed ${VERSION}; delete the folder`,
    );
  }
  transaction(database, () => database.exec(`${SCHEMA}; PRAGMA user_version = ${VERSION};`));
}

/** All or nothing; `work` is synchronous, so that no other request comes between. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
