import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { S3Error } from './errors.ts';
import type { QueueRule } from './notifications.ts';

export interface Bucket {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly rules: readonly QueueRule[];
}

export class BucketTable {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare('SELECT * FROM buckets WHERE name = ?');
  }

  find(name: string): Bucket | null {
    const row = this.#get.get(name);
    return row === undefined ? null : bucketOf(row);
  }

  /** Throws NoSuchBucket. */
  get(name: string): Bucket {
    const bucket = this.find(name);
    if (bucket === null) {
      throw new S3Error('NoSuchBucket', `The specified bucket does not exist: ${name}`);
    }
    return bucket;
  }

  all(): Bucket[] {
    return this.#database.prepare('SELECT * FROM buckets ORDER BY name').all().map(bucketOf);
  }

  create(name: string, now: number): void {
    this.#database.prepare('INSERT INTO buckets VALUES (?, ?, NULL)').run(name, now);
  }

  setRules(name: string, rules: readonly QueueRule[]): void {
    this.#database
      .prepare('UPDATE buckets SET notification = ? WHERE name = ?')
      .run(JSON.stringify(rules), name);
  }

  delete(name: string): void {
    this.#database.prepare('DELETE FROM buckets WHERE name = ?').run(name);
  }
}

function bucketOf(row: Record<string, unknown>): Bucket {
  return {
    name: row['name'] as string,
    created: row['created'] as number,
    rules: row['notification'] === null ? [] : JSON.parse(row['notification'] as string),
  };
}
