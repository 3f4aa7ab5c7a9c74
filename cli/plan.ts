import { layoutLines } from './batch/layouts.ts';
import { planAll } from './batch/plan-all.ts';
import { asJson, cellsOf, cellsOfGame, GAME_HEADING, headingOf } from './batch/planned-text.ts';
import type { PlanForm } from './batch/planner.ts';
import { resultsFolder } from './batch/results-folder.ts';
import { select } from './batch/select.ts';
import { taskOptions } from './batch/task-options.ts';
import type { Context } from './context.ts';
import type { PlanFlags } from './flags.ts';
import { LIST_PRICES, readPrices } from './forecast/prices.ts';
import { type Summary, summaryLines, summaryOf } from './forecast/summary.ts';
import { addPlanned, noTotals, type Planned, type Totals } from './forecast/totals.ts';
import { counted } from './numbers.ts';
import { writeError, writeOut } from './streams.ts';
import { table } from './table.ts';

/** `nimbus plan PATH…`: what a run would do, why, and how long it would take. Writes nothing. */
export default async function plan(
  this: Context,
  flags: PlanFlags,
  ...paths: string[]
): Promise<void> {
  const { instances, ignored } = await select(paths, flags);
  const prices = flags.price === undefined ? LIST_PRICES : readPrices(flags.price);
  const totals = noTotals();
  const printer = new Printer(flags, totals);
  const { explain = false, jobs } = flags;
  if (explain && !flags.json) writeError(layoutLines(instances, ignored));
  await planAll(instances, {
    task: taskOptions(flags, paths),
    former: resultsFolder(flags).former(),
    jobs,
    form: printer.form,
    explain,
    alone: (planned, isAll) => printer.first(planned, isAll),
    batch: ({ text, wrong }) => printer.next(text, wrong),
    totals,
  });
  printer.finish(summaryOf(totals, { ignored: ignored.length, jobs, prices }));
}

/** Instances with errors that are shown where there are too many for a table. */
const MOST_WRONG = 20;

/** Prints a plan as it grows: all of it for programs, for people what they can read. */
class Printer {
  readonly form: PlanForm;
  readonly #flags: PlanFlags;
  readonly #totals: Totals;
  /** With errors; null where a table of all instances is printed. */
  #wrong: Planned[] | null = null;

  constructor(flags: PlanFlags, totals: Totals) {
    this.#flags = flags;
    this.#totals = totals;
    this.form = flags.json ? 'json' : flags.plain ? 'lines' : 'totals';
  }

  /** The first instances, and whether there are no others. */
  first(planned: readonly Planned[], isAll: boolean): void {
    for (const each of planned) addPlanned(this.#totals, each);
    const { explain = false } = this.#flags;
    if (this.form === 'json') {
      writeOut(`{"v":1,"instances":[${planned.map((each) => JSON.stringify(asJson(each))).join()}`);
    } else if (isAll || this.form === 'lines') {
      const rows = planned.map((each) => cellsOf(each, explain));
      writeOut(this.#table(headingOf(explain), rows));
    } else this.#wrong = planned.filter(({ errors }) => errors > 0);
  }

  /** Others in their form. */
  next(text: string, wrong: readonly Planned[]): void {
    if (this.form !== 'totals') writeOut(this.form === 'json' ? `,${text}` : text);
    this.#wrong?.push(...wrong.slice(0, MOST_WRONG - this.#wrong.length));
  }

  finish(summary: Summary): void {
    if (this.form === 'json') {
      writeOut(`],"total":${JSON.stringify(summary)}}\n`);
      return;
    }
    if (this.#wrong !== null) this.#printGames(this.#wrong.slice(0, MOST_WRONG), summary);
    writeError(summaryLines(summary));
  }

  #printGames(wrong: readonly Planned[], { wrong: some, refused }: Summary): void {
    writeOut(this.#table(GAME_HEADING, [...this.#totals.games].map(cellsOfGame)));
    if (wrong.length === 0) return;
    const { explain = false } = this.#flags;
    const rows = wrong.map((each) => cellsOf(each, explain));
    writeOut(`\n${this.#table(headingOf(explain), rows)}`);
    const more = some + refused - wrong.length;
    if (more > 0) writeOut(`and ${counted(more, 'more instance')} with errors, see --plain\n`);
  }

  #table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
    return table(heading, rows, { plain: this.#flags.plain ?? false, color: false });
  }
}
