import type { Finding } from '../../core/text/errors.ts';
import { sha256 } from '../../io/hash.ts';
import { unlessExpected } from '../../io/results/differing.ts';
import { type Delivery, NOTHING_DELIVERED } from '../../io/results/row.ts';
import { deliver, unwritten, withdraw } from './answer-file.ts';
import type { FormerResults } from './former-results.ts';
import type { Instance } from './instance.ts';
import type { WorkerData } from './task.ts';

/** Where an answer goes. */
type Place = Pick<Instance, 'file' | 'answer' | 'expect'>;

/** What became of an answer. */
export interface Delivered {
  readonly delivery: Delivery;
  readonly answerSha256: string | null;
}

export const UNWRITABLE = 'answer/unwritable';

/** Writes the answers of a run to where they belong, in the light of what earlier runs wrote there. */
export class Deliverer {
  readonly #data: Pick<WorkerData, 'options' | 'newFolder'>;
  readonly #known: FormerResults;

  constructor(data: Pick<WorkerData, 'options' | 'newFolder'>, known: FormerResults) {
    this.#data = data;
    this.#known = known;
  }

  /**
   * Writes the answer file, takes back one that no longer holds, and holds the answer to what is expected.
   * Null for an instance without an answer.
   */
  deliver(place: Place, text: string | null): Delivered {
    if (text === null) return { delivery: this.withdraw(place), answerSha256: null };
    const hash = sha256(text);
    const { answer, expect } = place;
    const delivery =
      answer === null
        ? { wrote: null, remark: unlessExpected(expect, text) }
        : deliver(this.#at(place.file, answer), { text, sha256: hash }, this.#data.options);
    return { delivery, answerSha256: hash };
  }

  /** Takes back a former answer of ours. */
  withdraw({ file, answer }: Pick<Place, 'file' | 'answer'>): Delivery {
    if (answer === null) return NOTHING_DELIVERED;
    return withdraw(this.#at(file, answer), this.#data.options);
  }

  /** Where nothing could be done: what a former run wrote stays ours. */
  leave({ file, answer }: Pick<Place, 'file' | 'answer'>): Delivery {
    return { wrote: answer === null ? null : this.#known.formerAnswer(file), remark: null };
  }

  #at(file: string, answer: string) {
    const { newFolder } = this.#data;
    const isNew = newFolder !== null && answer.startsWith(newFolder);
    return { answer, formerAnswer: this.#known.formerAnswer(file), isNew };
  }
}

/** A place that cannot be written is its instance's problem; anything else is a bug. */
export function unwritable(error: unknown): Finding {
  const { message: found } = unwritten(error);
  return { rule: UNWRITABLE, place: null, found, allowed: 'a place that can be written' };
}
