import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { written } from './done.ts';
import type { InstanceResult } from './job-results.ts';
import { writeSettled } from './part.ts';
import type { Written } from './sink.ts';

/** Answers that are on their way at once. */
const CONCURRENCY = 16;

/** Keys of the answers that a job has so far. */
export async function answersOf(out: ObjectStore, job: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const { key } of out.list(jobKeys(job).answers)) keys.add(key);
  return keys;
}

/** The answer files of a job, several of which are on their way at once. */
export class Answers {
  readonly #out: ObjectStore;
  readonly #job: string;
  readonly #there: ReadonlySet<string>;
  readonly #files: Promise<Written>[] = [];
  readonly #underWay = new Set<Promise<unknown>>();

  /** @param there keys of those that an earlier attempt wrote: they are compared, and not sent again */
  constructor(out: ObjectStore, job: string, there: ReadonlySet<string>) {
    this.#out = out;
    this.#job = job;
    this.#there = there;
  }

  /** Waits until there is room for one more. Throws where one before it could not be written. */
  async add(answer: NonNullable<InstanceResult['answer']>): Promise<void> {
    while (this.#underWay.size >= CONCURRENCY) await Promise.race(this.#underWay);
    const file = this.#put(answer);
    this.#files.push(file);
    this.#underWay.add(file);
    // One that failed stays: whoever waits next, or finishes, hears of it.
    file.then(
      () => this.#underWay.delete(file),
      () => undefined,
    );
  }

  /** All of them, in the order in which they were added. */
  async finish(): Promise<Written[]> {
    return Promise.all(this.#files);
  }

  async #put({ path, text }: NonNullable<InstanceResult['answer']>): Promise<Written> {
    const { root, answer } = jobKeys(this.#job);
    const key = answer(path);
    const file = written(key.slice(root.length), text);
    if (!this.#there.has(key) || !(await this.#isThere(key, file.sha256)))
      await writeSettled(this.#out, key, Buffer.from(text), { digest: file.sha256 });
    return file;
  }

  async #isThere(key: string, digest: string): Promise<boolean> {
    return (await this.#out.head(key))?.metadata['digest'] === digest;
  }
}
