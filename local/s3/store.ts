import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Bodies } from './bodies.ts';
import { BucketTable } from './bucket-table.ts';
import type { Call } from './call.ts';
import { checkWrite, isConditionalWrite } from './conditions.ts';
import { openDatabase, transaction } from './database.ts';
import { S3Error } from './errors.ts';
import { type EventName, eventMessage, Sequence } from './events.ts';
import { FaultInjector, type Faults } from './faults.ts';
import { matches } from './notifications.ts';
import { ObjectTable, type StoredObject } from './object-table.ts';
import { type Deliver, Outbox } from './outbox.ts';
import { UploadTable } from './upload-table.ts';

/** An object to be written or deleted, and the event that it raises. */
export interface Change {
  readonly object: StoredObject;
  readonly event: EventName;
  /** Done in the same transaction. */
  readonly also?: () => void;
}

/**
 * A folder of buckets: the index `index.sqlite` and the files of `bodies/`. Every change is one
 * transaction in one turn of the event loop, after its bodies were written.
 */
export class Store {
  readonly buckets: BucketTable;
  readonly objects: ObjectTable;
  readonly uploads: UploadTable;
  readonly bodies: Bodies;
  readonly outbox: Outbox;
  readonly faults: FaultInjector;
  readonly deliver: Deliver;
  readonly #database: DatabaseSync;
  readonly #sequence = new Sequence();

  /** Throws S3FolderError; sweeps what a killed process has left. */
  constructor(folder: string, deliver: Deliver, faults: Faults) {
    mkdirSync(folder, { recursive: true });
    this.#database = openDatabase(join(folder, 'index.sqlite'));
    this.buckets = new BucketTable(this.#database);
    this.objects = new ObjectTable(this.#database);
    this.uploads = new UploadTable(this.#database);
    this.bodies = new Bodies(join(folder, 'bodies'));
    this.bodies.sweep(new Set([...this.objects.files(), ...this.uploads.files()]));
    this.faults = new FaultInjector(faults);
    this.deliver = deliver;
    this.outbox = new Outbox(this.#database, deliver, faults);
    this.outbox.pump();
  }

  /** Throws NoSuchKey and NoSuchBucket. */
  object(bucket: string, key: string): StoredObject {
    const object = this.objects.get(bucket, key);
    if (object !== null) return object;
    this.buckets.get(bucket);
    throw new S3Error('NoSuchKey', `The specified key does not exist: ${key}`);
  }

  /** Puts the object in the place of the former one, if the conditions of the call hold. */
  replace(call: Call, { object, event, also }: Change): void {
    const former = this.#former(call, object);
    this.#commit(call, { object, event }, () => {
      this.objects.put(object);
      also?.();
    });
    if (former !== null) this.bodies.drop(former.pieces);
  }

  /** Deletes the object, if the conditions of the call hold; there may be none. */
  remove(call: Call, key: string): void {
    const object = this.#former(call, { bucket: call.bucket, key });
    if (object === null) return;
    const gone = { ...object, modified: Date.now() };
    this.#commit(call, { object: gone, event: 'ObjectRemoved:Delete' }, () =>
      this.objects.delete(object),
    );
    this.bodies.drop(object.pieces);
  }

  #former(call: Call, { bucket, key }: { bucket: string; key: string }): StoredObject | null {
    this.buckets.get(bucket);
    const former = this.objects.get(bucket, key);
    checkWrite(former, call.headers);
    if (isConditionalWrite(call.headers) && this.faults.strikes('conflicts', call)) {
      throw new S3Error(
        'ConditionalRequestConflict',
        'A conflicting conditional operation is currently in progress. (fault switch)',
      );
    }
    return former;
  }

  /** One transaction: the change and the messages that tell of it. */
  #commit(call: Call, { object, event }: Change, change: () => void): void {
    const sequence = this.#sequence.next();
    const { rules } = this.buckets.get(object.bucket);
    const due = rules.filter((rule) => matches(rule, event, object.key));
    const messages = this.transaction(() => {
      change();
      return due.map((rule) =>
        this.outbox.add(rule.queue, eventMessage({ name: event, object, sequence }, rule, call)),
      );
    });
    this.outbox.pump(messages);
  }

  transaction<Result>(work: () => Result): Result {
    return transaction(this.#database, work);
  }

  async close(): Promise<void> {
    await this.outbox.close();
    this.#database.close();
  }
}
