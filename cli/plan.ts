import { availableParallelism } from 'node:os';
import { echo } from '../core/text/echo.ts';
import { contentOf } from './batch/content.ts';
import { calibratedSpeed, cold, type Estimate, estimate, NO_WORK } from './batch/estimate.ts';
import type { Instance } from './batch/instance.ts';
import { taskOptions } from './batch/job.ts';
import { resultsFolder } from './batch/results-folder.ts';
import { select } from './batch/select.ts';
import type { Context } from './context.ts';
import type { PlanFlags } from './flags.ts';
import { counted, duration, grouped } from './numbers.ts';
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
  const { instances, ignored } = select(paths, flags);
  const planned = await planAll(instances, flags);
  const milliseconds = planned.reduce((sum, { milliseconds: each }) => sum + each, 0);
  const cases = planned.reduce((sum, { cases: each }) => sum + each, 0);
  const cached = planned.filter(({ reason }) => reason === 'cached').length;
  if (flags.json) {
    const total = { instances: planned.length, cached, ignored: ignored.length, ms: milliseconds };
    writeOut(`${JSON.stringify({ v: 1, instances: planned, total })}\n`);
    return;
  }
  writeOut(
    table(
      heading(flags),
      planned.map((each) => cells(each, flags)),
      { plain: flags.plain ?? false, color: false },
    ),
  );
  const jobs = Math.min(availableParallelism(), planned.length);
  writeError(
    `${counted(planned.length, 'instance')} with ${counted(cases, 'case')}: ${grouped(planned.length - cached)} to solve, ` +
      `${grouped(cached)} cached, ` +
      `${counted(ignored.length, 'other file')} ignored · about ${duration(milliseconds)} of one core, ` +
      `${duration(milliseconds / jobs)} on ${jobs}\n`,
  );
}

async function planAll(instances: readonly Instance[], flags: PlanFlags): Promise<Planned[]> {
  const folder = resultsFolder(flags);
  const former = folder.formerResults();
  const task = taskOptions(flags);
  const speed = calibratedSpeed();
  const warmUp = new WarmUp(2 * availableParallelism());
  const planned: Planned[] = [];
  for (const instance of instances) {
    const content = contentOf(instance, task);
    const { problem } = content;
    const reason = problem?.rule ?? former.lookUp(instance, content.key).reason;
    const { file, line, why } = instance;
    const skip = reason === 'cached' || problem !== null;
    const nothing = { ...NO_WORK, game: instance.game };
    const expected = skip ? nothing : await estimate(instance, content, { ...task, speed });
    const milliseconds = warmUp.isCold(expected)
      ? cold(expected.milliseconds)
      : expected.milliseconds;
    const tooLarge = expected.tooLarge > 0 ? 'cost/too-large' : reason;
    planned.push({ file, line, why, reason: tooLarge, ...expected, milliseconds });
  }
  return planned;
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

function heading({ explain }: PlanFlags): string[] {
  const columns = ['game', 'instance', 'cases', 'errors', 'time', 'memory', 'reason'];
  return explain ? [...columns, 'game known from'] : columns;
}

function cells(planned: Planned, { explain }: PlanFlags): string[] {
  const { game, file, line, cases, errors, milliseconds, bytes, reason, why } = planned;
  const known = [
    game ?? '?',
    echo(line === null ? file : `${file}:${line}`),
    grouped(cases),
    grouped(errors),
    duration(milliseconds),
    `${Math.ceil(bytes / 1e6)} MB`,
    reason,
  ];
  return explain ? [...known, why] : known;
}
