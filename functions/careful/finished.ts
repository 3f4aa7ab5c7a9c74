import { prefixNodes } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import { reduce } from '../../core/pipeline/reduce.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { asChunk } from '../job/job-results.ts';
import type { Kind } from '../job/manifest.ts';
import { type Solved, writePart } from '../job/part.ts';

/** Where finished units go. */
export interface FinishedOptions {
  readonly out: ObjectStore;
  readonly job: string;
  readonly kind: Kind;
  readonly now: () => number;
}

/** Milliseconds of work that may be lost. */
const PATIENCE = 1000;

/** The finished units of a range from its first one on, written as nodes of the range's tree. */
export class Finished {
  readonly range: Chunk;
  readonly #options: FinishedOptions;
  readonly #solved: Solved[] = [];
  readonly #written = new Set<string>();
  #waitsSince: number | null = null;
  #last: number;

  constructor(range: Chunk, options: FinishedOptions) {
    this.range = range;
    this.#options = options;
    this.#last = range.first - 1;
  }

  /** The results of the next unit. */
  add(unit: number, solved: readonly Solved[]): void {
    for (const each of solved) this.#solved.push(each);
    this.#last = unit;
    this.#waitsSince ??= this.#options.now();
  }

  /** Writes if it is time to. */
  async writeInTime(): Promise<void> {
    const since = this.#waitsSince;
    if (since !== null && this.#options.now() - since > PATIENCE) await this.write();
  }

  /** Writes all that is not written yet: each node as large as can be. */
  async write(): Promise<void> {
    const { out, job } = this.#options;
    for (const node of prefixNodes(this.range, this.#last)) {
      const name = `${node.first}-${node.last}`;
      if (this.#written.has(name)) continue;
      await writePart(out, job, node, this.#within(node));
      this.#written.add(name);
    }
    this.#waitsSince = null;
  }

  /** As an attempt without care has them: the cases of a file in one piece. */
  #within({ first, last }: Chunk): readonly Solved[] {
    const from = first - this.range.first;
    const solved = this.#solved.slice(from, last - this.range.first + 1);
    return this.#options.kind === 'file' ? [joined(solved, first)] : solved;
  }
}

function joined(solved: readonly Solved[], first: number): Solved {
  const columns = solved.map((each) => asChunk(each, first));
  // Not as arguments of Math.max: they lie on the stack, which has no room for 130,000 of them.
  const peakMegabytes = solved.reduce((most, each) => Math.max(most, each.peakMegabytes), 0);
  const results = reduce(solved.length, columns);
  return { ...(solved[0] as Solved), first, results, peakMegabytes };
}
