import { type RowSource, rowsFrom } from '../../io/results/case-rows.ts';
import type { Row } from '../../io/results/row.ts';
import type { Content, Opened } from './content.ts';
import type { FormerResults } from './former-results.ts';
import { PieceMaker } from './piece.ts';
import { Tally } from './tally.ts';
import type { Elsewhere, Later, TaskResult } from './task.ts';

/** What a task comes to, as it grows. */
export class TaskResults {
  readonly #known: FormerResults;
  readonly #pieces = new PieceMaker();
  readonly #tally = new Tally();
  readonly #later: Later[] = [];
  #done = 0;

  constructor(known: FormerResults) {
    this.#known = known;
  }

  /** True for an instance that an earlier run has answered. */
  recall(instance: Opened, { key, problem }: Content): boolean {
    if (problem !== null || this.#known.isEmpty) return false;
    const { reason, rows, place } = this.#known.lookUp(instance, key);
    if (reason !== 'cached') return false;
    if (place !== null) this.#pieces.addFormer(instance.index, place);
    else this.#pieces.addCached(instance.index, rows);
    this.#count(rows, { bytes: instance.size, cached: true });
    return true;
  }

  /** What the rows of the next instance are made of. */
  add({ index, size }: Opened, source: RowSource): void {
    this.#pieces.add(index, source);
    this.#count(rowsFrom(source), { bytes: size, cached: false });
  }

  /** Hands the next instance back. */
  handBack(to: Elsewhere): void {
    this.#later.push({ at: this.#done++, to });
  }

  finish(): TaskResult {
    const { counts } = this.#tally;
    const pieces = this.#pieces.finish();
    return { done: this.#done, pieces, counts, later: this.#later };
  }

  #count(rows: Iterable<Row>, how: { readonly bytes: number; readonly cached: boolean }): void {
    this.#done++;
    this.#tally.add({ rows, ...how });
  }
}
