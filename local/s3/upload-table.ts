import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { S3Error } from './errors.ts';
import type { Detail } from './object-table.ts';

/** A multipart upload that is neither complete nor aborted. */
export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly detail: Detail;
}

export interface Part {
  readonly upload: string;
  readonly number: number;
  /** Bytes. */
  readonly size: number;
  /** MD5, hexadecimal. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Base64. */
  readonly checksum: string | null;
  readonly file: string;
}

export class UploadTable {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #putPart: StatementSync;
  readonly #part: StatementSync;
  readonly #parts: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare('SELECT * FROM uploads WHERE id = ?');
    this.#putPart = database.prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#part = database.prepare('SELECT * FROM parts WHERE upload = ? AND number = ?');
    this.#parts = database.prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number');
  }

  create({ id, bucket, key, started, detail }: Upload): void {
    this.#database
      .prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?)')
      .run(id, bucket, key, started, JSON.stringify(detail));
  }

  /** Throws NoSuchUpload, also when the upload belongs to another key. */
  get({ id, bucket, key }: Pick<Upload, 'id' | 'bucket' | 'key'>): Upload {
    const row = this.#get.get(id);
    if (row !== undefined && row['bucket'] === bucket && row['key'] === key) return uploadOf(row);
    throw new S3Error(
      'NoSuchUpload',
      `The specified upload does not exist, or was aborted or completed: ${id}`,
    );
  }

  /** In the order of keys, then of time. */
  inBucket(bucket: string): Upload[] {
    return this.#database
      .prepare('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, started, id')
      .all(bucket)
      .map(uploadOf);
  }

  /** Gives back the part that had the same number. */
  putPart(part: Part): Part | null {
    const former = this.#part.get(part.upload, part.number) as unknown as Part | undefined;
    const { upload, number, size, etag, modified, checksum, file } = part;
    this.#putPart.run(upload, number, size, etag, modified, checksum, file);
    return former ?? null;
  }

  /** In the order of their numbers. */
  parts(upload: string): Part[] {
    return this.#parts.all(upload) as unknown as Part[];
  }

  /** Takes the upload and its parts from the index; the files stay. */
  delete({ id }: Upload): void {
    this.#database.prepare('DELETE FROM parts WHERE upload = ?').run(id);
    this.#database.prepare('DELETE FROM uploads WHERE id = ?').run(id);
  }

  *files(): Generator<string> {
    for (const row of this.#database.prepare('SELECT file FROM parts').iterate()) {
      yield row['file'] as string;
    }
  }
}

function uploadOf(row: Record<string, unknown>): Upload {
  return { ...row, detail: JSON.parse(row['detail'] as string) } as Upload;
}
