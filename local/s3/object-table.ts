import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Piece } from './bodies.ts';
import type { Algorithm, Checksum, ChecksumType } from './checksums.ts';

export type Tag = readonly [key: string, value: string];

/** What is kept with an object beside its bytes. */
export interface Detail {
  /** `content-type` and its like and `x-amz-meta-*`, given back as they came. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: readonly Tag[];
  readonly checksum: Checksum | null;
  /** The multipart upload that made the object. */
  readonly upload?: string;
  /** Of an upload that is not complete: how its parts are to be checked. */
  readonly parts?: { readonly algorithm: Algorithm; readonly type: ChecksumType };
}

export interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal, without quotes. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly detail: Detail;
  readonly pieces: readonly Piece[];
}

type Row = Record<keyof StoredObject, string | number>;

/** Above every text: SQLite orders blobs behind texts. */
const ABOVE_ALL = new Uint8Array(0);

/** The objects, in the order of the UTF-8 bytes of their keys. */
export class ObjectTable {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?');
    this.#put = database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  }

  get(bucket: string, key: string): StoredObject | null {
    const row = this.#get.get(bucket, key);
    return row === undefined ? null : objectOf(row as Row);
  }

  put({ bucket, key, size, etag, modified, detail, pieces }: StoredObject): void {
    const texts = [JSON.stringify(detail), JSON.stringify(pieces)] as const;
    this.#put.run(bucket, key, size, etag, modified, ...texts);
  }

  delete({ bucket, key }: StoredObject): void {
    this.#delete.run(bucket, key);
  }

  /** Objects whose keys are at least `from` and below `to` (null: to the end), lazily. */
  *scan(bucket: string, from: string, to: string | null): Generator<StoredObject> {
    const statement = this.#database.prepare(
      'SELECT * FROM objects WHERE bucket = ? AND key >= ? AND key < ? ORDER BY key',
    );
    for (const row of statement.iterate(bucket, from, to ?? ABOVE_ALL)) yield objectOf(row as Row);
  }

  *files(): Generator<string> {
    for (const row of this.#database.prepare('SELECT pieces FROM objects').iterate()) {
      for (const { file } of JSON.parse(row['pieces'] as string) as Piece[]) yield file;
    }
  }
}

function objectOf(row: Row): StoredObject {
  return {
    ...row,
    detail: JSON.parse(row.detail as string),
    pieces: JSON.parse(row.pieces as string),
  } as StoredObject;
}
