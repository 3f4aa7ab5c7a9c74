import type { AnyListFile } from '../../list-file.ts';
import type { Finding, Place } from '../../text/errors.ts';
import { failedWith } from '../solve-case.ts';
import type { TextSummary } from '../solve-text.ts';
import type { ByteRange } from './cut.ts';
import { type ListRange, readRestOfList } from './list-range.ts';
import type { Opening } from './opening.ts';
import { findingFrom, odditiesOf, placeFrom } from './range-end.ts';
import {
  type RangedFile,
  type RangeJoin,
  type RangeResult,
  Remarks,
  type Take,
} from './ranged-file.ts';

/**
 * The ranges of a list, whose sums are joined. A range with a fault, or with more items than the list has
 * left, is read again in the knowledge of what stands before it, to its end.
 */
export class ListJoin implements RangeJoin {
  readonly #file: RangedFile;
  readonly #list: AnyListFile;
  readonly #opened: NonNullable<Opening['list']>;
  readonly #take: Take;
  readonly #remarks: Remarks;
  #sum: unknown;
  #left: number;
  #fault: Finding | null = null;
  #isOver = false;
  #next: number;
  #place: Place;

  constructor(file: RangedFile, take: Take) {
    this.#file = file;
    this.#list = file.game.list as AnyListFile;
    this.#opened = file.opening.list as NonNullable<Opening['list']>;
    this.#take = take;
    this.#remarks = new Remarks(file);
    this.#sum = this.#list.nothing(this.#opened.c);
    this.#left = this.#opened.count;
    this.#next = file.opening.start;
    this.#place = file.opening.place;
  }

  add({ content, oddities }: RangeResult): void {
    const list = content as ListRange;
    if (this.#isOver) this.#remarks.see(oddities);
    else if (list.isBroken || list.items > this.#left) {
      this.#readRest();
      this.#remarks.see(oddities);
    } else {
      this.#remarks.see(oddities);
      if (list.report !== null) this.#fault ??= findingFrom(this.#place, list.report);
      this.#sum = this.#list.join(this.#sum, list.sum);
      this.#left -= list.items;
      this.#remarks.warn(list.warnings);
      this.#next = list.end;
      this.#place = placeFrom(this.#place, list.place);
    }
  }

  lose(range: ByteRange, fault: Finding): void {
    this.#remarks.see(odditiesOf(this.#file.text, range));
    if (this.#isOver) return;
    this.#fault ??= fault;
    this.#isOver = true;
  }

  finish(): TextSummary {
    if (!this.#isOver && this.#left > 0) this.#readRest();
    const { c, count } = this.#opened;
    if (this.#fault !== null) this.#take(failedWith(this.#fault), 0);
    else {
      const answer = this.#file.game.codec.formatAnswer(this.#list.answer(c, this.#sum));
      const steps = this.#list.steps(c, count);
      const nothing = { error: null, caveat: null, certified: null, milliseconds: 0 };
      this.#take({ ...nothing, answer, steps }, 0);
    }
    return { cases: 1, warnings: this.#remarks.all() };
  }

  #readRest(): void {
    const { game, text, opening, options } = this.#file;
    const rest = { start: this.#next, place: this.#place, items: this.#left };
    const { sum, fault, warnings } = readRestOfList(game, text, { opening, rest }, options);
    this.#sum = this.#list.join(this.#sum, sum);
    this.#fault ??= fault;
    this.#remarks.warn(warnings);
    this.#isOver = true;
  }
}
