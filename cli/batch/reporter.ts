import type { Row } from '../../io/results/row.ts';
import { wholeAnswer } from '../../io/results/whole-answer.ts';
import type { RunFlags } from '../flags.ts';
import { writeOut } from '../streams.ts';
import type { Audience } from './audience.ts';
import { instanceTable, MOST_MESSAGES, MOST_TABLE_ROWS, messagesOf, usesColor } from './show.ts';

/** Tells the user of the rows of a run: answers or events as they come, the table and the first errors at the end. */
export class Reporter implements Audience {
  readonly atOnce?: NonNullable<Audience['atOnce']>;
  readonly #flags: RunFlags;
  readonly #prints: boolean;
  readonly #isTabled: boolean;
  /** Of the first instances; none where there are too many for a table. */
  #shown: Row[] = [];
  #instances = 0;
  readonly #messages: string[] = [];
  /** Rows of the instance whose answer is printed next. */
  #group: Row[] = [];

  constructor(flags: RunFlags) {
    this.#flags = flags;
    this.#prints = flags.out === '-' && flags.json !== true;
    this.#isTabled = !this.#prints && flags.json !== true && flags.quiet !== true;
    if (flags.json === true) this.atOnce = printEvents;
  }

  wantsInOrder(): boolean {
    return this.#prints || (this.#isTabled && this.#instances <= MOST_TABLE_ROWS);
  }

  wantsRemarks(): boolean {
    return this.#messages.length < MOST_MESSAGES;
  }

  inOrder(rows: readonly Row[], isAll: boolean): void {
    for (const row of rows) {
      if (isAll) this.#show(row);
      if (this.wantsRemarks()) this.#messages.push(...messagesOf(row));
    }
  }

  /** The first errors and differing answers. */
  messages(): readonly string[] {
    return this.#messages.slice(0, MOST_MESSAGES);
  }

  /** Prints what comes last on standard output. */
  finish(): void {
    if (this.#prints) this.#print();
    const { plain = false, color } = this.#flags;
    if (this.#isTabled && this.#instances <= MOST_TABLE_ROWS) {
      writeOut(instanceTable(this.#shown, { plain, color: usesColor(color) }));
    }
  }

  #show(row: Row): void {
    if (row.case === 1) this.#instances++;
    if (this.#prints) {
      if (row.case === 1) this.#print();
      this.#group.push(row);
    } else if (this.#instances <= MOST_TABLE_ROWS) this.#shown.push(row);
    else this.#shown = [];
  }

  #print(): void {
    const answer = wholeAnswer(this.#group);
    if (answer !== null) writeOut(answer);
    this.#group = [];
  }
}

/** One JSON line for each case as it finishes. */
function printEvents(rows: readonly Row[], cached: boolean): void {
  const t = new Date().toISOString();
  const reason = cached ? 'cached' : 'solved';
  const lines = rows.map((row) => {
    const { id, file, case: number, game, status, ms_parse, ms_solve, answer, error } = row;
    const event = { v: 1, t, type: 'case', id, file, case: number, game, status };
    return `${JSON.stringify({ ...event, ms: ms_parse + ms_solve, reason, answer, error })}\n`;
  });
  writeOut(lines.join(''));
}
