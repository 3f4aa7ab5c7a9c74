import { availableParallelism } from 'node:os';
import { echo } from '../core/text/echo.ts';
import { contentOf, opened } from './batch/content.ts';
import { cold, type Estimate, estimate, NO_WORK } from './batch/estimate.ts';
import { FormerResults } from './batch/former-results.ts';
import type { Instance } from './batch/instance.ts';
import { taskOptions } from './batch/job.ts';
import { resultsFolder } from './batch/results-folder.ts';
import { select } from './batch/select.ts';
import type { Context } from './context.ts';
import type { PlanFlags } from './flags.ts';
import { LIST_PRICES, readPrices } from './forecast/prices.ts';
import { Speeds } from './forecast/speeds.ts';
import { summaryLines, summaryOf } from './forecast/summary.ts';
import { duration, grouped } from './numbers.ts';
import { writeError, writeOut } from './streams.ts';
import { table } from './table.ts';

/** What would become of one instance. */
interface Planned extends Estimate {
  readonly file: string;
  readonly line: number | null;
  readonly why: string;
  readonly reason: string;
}

/** `nimbus plan PATH…`: what a run would do, why, and how long it would take. Writes nothing. */
export default async function plan(
  this: Context,
  flags: PlanFlags,
  ...paths: string[]
): Promise<void> {
  const { instances, ignored } = await select(paths, flags);
  const prices = flags.price === undefined ? LIST_PRICES : readPrices(flags.price);
  const planned = await planAll(instances, flags);
  const summary = summaryOf(planned, { ignored: ignored.length, jobs: flags.jobs, prices });
  if (flags.json) {
    writeOut(`${JSON.stringify({ v: 1, instances: planned.map(asJson), total: summary })}\n`);
    return;
  }
  const rows = planned.map((each) => cells(each, flags));
  writeOut(table(heading(flags), rows, { plain: flags.plain ?? false, color: false }));
  writeError(summaryLines(summary));
}

async function planAll(instances: Iterable<Instance>, flags: PlanFlags): Promise<Planned[]> {
  const folder = resultsFolder(flags);
  const former = new FormerResults(folder.former());
  const task = taskOptions(flags);
  const speeds = new Speeds();
  const warmUp = new WarmUp(2 * availableParallelism());
  const planned: Planned[] = [];
  for (const each of instances) {
    const instance = opened(each);
    const content = contentOf(instance, task);
    const { problem } = content;
    const reason = problem?.rule ?? former.lookUp(instance, content.key).reason;
    const { file, line, why } = instance;
    const skip = reason === 'cached' || problem !== null;
    const nothing = { ...NO_WORK, game: instance.game };
    const expected = skip ? nothing : await estimate(instance, content, { ...task, speeds });
    const { milliseconds, solvable } = warmUp.isCold(expected) ? started(expected) : expected;
    const found = whatIsFound(reason, expected.problem);
    const errors = problem === null ? expected.errors : 1;
    planned.push({ file, line, why, reason: found, ...expected, errors, milliseconds, solvable });
  }
  return planned;
}

/** What a run would find, and why it would look: a file that is new needs no other reason. */
function whatIsFound(reason: string, problem: string | null): string {
  if (problem === null) return reason;
  return reason === 'new' ? problem : `${reason}: ${problem}`;
}

function started({ milliseconds, solvable }: Estimate) {
  return { milliseconds: cold(milliseconds), solvable: solvable > 0 ? cold(solvable) : 0 };
}

/** Each worker meets each game for a first time; after about two instances a worker, none is new. */
class WarmUp {
  readonly #instances: number;
  readonly #met = new Map<string, number>();

  constructor(instances: number) {
    this.#instances = instances;
  }

  isCold({ game }: Estimate): boolean {
    const met = this.#met.get(game ?? '') ?? 0;
    this.#met.set(game ?? '', met + 1);
    return met < this.#instances;
  }
}

/** A JSON line has no need of what a job is cut into: the total tells that of all together. */
function asJson({ work: _work, ...planned }: Planned) {
  return planned;
}

function heading({ explain }: PlanFlags): string[] {
  const columns = ['game', 'instance', 'cases', 'errors', 'work', 'time', 'memory', 'reason'];
  return explain ? [...columns, 'game known from'] : columns;
}

function cells(planned: Planned, { explain }: PlanFlags): string[] {
  const { game, file, line, cases, errors, milliseconds, bytes, units, reason, why } = planned;
  const known = [
    game ?? '?',
    echo(line === null ? file : `${file}:${line}`),
    grouped(cases),
    grouped(errors),
    units === null ? '' : described(units),
    duration(milliseconds),
    `${Math.ceil(bytes / 1e6)} MB`,
    reason,
  ];
  return explain ? [...known, why] : known;
}

/** `1 743 392 200 pairs of sets`, with the standard error of an estimate. */
function described({ name, count, error }: NonNullable<Estimate['units']>): string {
  const about = error < 0.0005 ? '' : ` ± ${(100 * error).toFixed(1)} %`;
  return `${grouped(Math.round(count))} ${name}${about}`;
}
