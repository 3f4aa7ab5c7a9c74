import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Faults } from './faults.ts';

/** Hands a message to a queue; what it throws makes the message come again. */
export type Deliver = (queueArn: string, body: string) => void | Promise<void>;

interface Message {
  readonly id: number;
  readonly queue: string;
  readonly body: string;
  /** Milliseconds to the next try, should this one fail. */
  readonly pause: number;
}

const LANES = 8;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/**
 * Messages that were committed together with what they tell of, until they are delivered: at least
 * once, in no order, also over a kill.
 */
export class Outbox {
  readonly #deliver: Deliver;
  readonly #faults: Faults;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #waiting: Message[];
  readonly #active = new Set<Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(database: DatabaseSync, deliver: Deliver, faults: Faults) {
    this.#deliver = deliver;
    this.#faults = faults;
    this.#insert = database.prepare('INSERT INTO events (queue, body) VALUES (?, ?)');
    this.#delete = database.prepare('DELETE FROM events WHERE id = ?');
    const left = database.prepare('SELECT * FROM events ORDER BY id').all();
    this.#waiting = left.map((row) => ({ ...row, pause: FIRST_PAUSE })) as unknown as Message[];
  }

  /** To be called inside the transaction, before `pump`; gives back what `pump` takes. */
  add(queue: string, body: string): Message {
    const { lastInsertRowid } = this.#insert.run(queue, body);
    return { id: Number(lastInsertRowid), queue, body, pause: FIRST_PAUSE };
  }

  /** Delivers what was committed. */
  pump(messages: readonly Message[] = []): void {
    this.#waiting.push(...messages);
    while (!this.#closed && this.#active.size < LANES) {
      const message = this.#waiting.shift();
      if (message === undefined) return;
      const work = this.#send(message).finally(() => {
        this.#active.delete(work);
        this.pump();
      });
      this.#active.add(work);
    }
  }

  async #send(message: Message): Promise<void> {
    try {
      const twice = this.#faults.duplicateEvents > 0;
      if (twice) this.#faults.duplicateEvents--;
      for (let copy = twice ? 2 : 1; copy > 0; copy--) {
        await this.#deliver(message.queue, message.body);
      }
      this.#delete.run(message.id);
    } catch {
      // The queue may come back.
      if (!this.#closed) this.#later(message);
    }
  }

  #later(message: Message): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.pump([{ ...message, pause: Math.min(message.pause * 2, LONGEST_PAUSE) }]);
    }, message.pause);
    this.#timers.add(timer);
  }

  /** Waits for what is on its way; the rest comes at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#active);
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
