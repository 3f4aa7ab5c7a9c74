import { hashOfFile } from '../../io/file-hash.ts';
import { keyOf } from '../../io/results/key.ts';
import { Speeds } from '../forecast/speeds.ts';
import { addPlanned, noTotals, type Planned, type Totals } from '../forecast/totals.ts';
import { contentOf, type Opened, opened } from './content.ts';
import { cold, type Estimate, type EstimateOptions, estimate, NO_WORK } from './estimate.ts';
import { estimateLong } from './estimate-long.ts';
import { type Former, FormerResults, type Reason } from './former-results.ts';
import type { Instance } from './instance.ts';
import { asJson, cellsOf } from './planned-text.ts';
import type { TaskOptions } from './task.ts';

/** What is wanted of each instance: an element of a JSON list, a line with tabs, or only what all come to. */
export type PlanForm = 'json' | 'lines' | 'totals';

/** What a thread has to know to plan instances. */
export interface PlannerData {
  readonly task: TaskOptions;
  readonly former: Former;
  readonly form: PlanForm;
  readonly explain: boolean;
  /** Instances of a game that meet a thread which has not done any of it. */
  readonly coldInstances: number;
  /** How many of each game there were already. */
  readonly met: ReadonlyMap<string, number>;
  /** Of this machine, if it was measured. */
  readonly loopSpeed: number | null;
}

/** What became of some instances that follow one another. */
export interface PlannedBatch {
  /** In the form that is wanted. */
  readonly text: string;
  readonly totals: Totals;
  /** The first ones with errors. */
  readonly wrong: readonly Planned[];
}

/** Instances with errors that are told of each batch. */
const MOST_WRONG = 20;

/** Tells what a run would do with instances, and how long it would take. */
export class Planner {
  readonly #data: PlannerData;
  readonly #former: FormerResults;
  readonly #speeds: Speeds;
  readonly #options: EstimateOptions;
  readonly met: Map<string, number>;

  constructor(data: PlannerData) {
    this.#data = data;
    this.#former = new FormerResults(data.former);
    this.#speeds = new Speeds(data.loopSpeed);
    this.#options = { ...data.task, speeds: this.#speeds };
    this.met = new Map(data.met);
  }

  get loopSpeed(): number | null {
    return this.#speeds.loopSpeed;
  }

  async plan(each: Instance): Promise<Planned> {
    const options = this.#options;
    // A line is none, and need not wait for the answer.
    const long = 'start' in each.source ? null : await estimateLong(each, options);
    if (long !== null) return this.#planned(each, await this.#reasonOfLong(each), async () => long);
    const instance = opened(each);
    const reason = instance.problem?.rule ?? this.#reason(instance);
    return this.#planned(instance, reason, () => estimate(instance, instance, options));
  }

  async #planned(
    {
      file,
      line,
      why,
      game,
      problem,
    }: Pick<Instance, 'file' | 'line' | 'why' | 'game' | 'problem'>,
    reason: string,
    estimated: () => Promise<Estimate>,
  ): Promise<Planned> {
    const skip = reason === 'cached' || problem !== null;
    const expected = skip ? { ...NO_WORK, game } : await estimated();
    const { milliseconds, solvable } = this.#isCold(expected) ? started(expected) : expected;
    const found = whatIsFound(reason, expected.problem);
    const errors = problem === null ? expected.errors : 1;
    return { file, line, why, reason: found, ...expected, errors, milliseconds, solvable };
  }

  /** Without former results nobody has to know what this one would be known by. */
  #reason(instance: Opened): Reason {
    if (this.#former.isEmpty) return 'new';
    const { key } = contentOf(instance, this.#data.task);
    return this.#former.lookUp(instance, key).reason;
  }

  async #reasonOfLong(instance: Instance): Promise<string> {
    if (instance.problem !== null) return instance.problem.rule;
    if (this.#former.isEmpty || !('path' in instance.source)) return 'new';
    const { task } = this.#data;
    const sha256In = await hashOfFile(instance.source.path);
    const key = keyOf(instance, sha256In, { ...task, asked: instance.asked ?? task.asked });
    return this.#former.lookUp(instance, key).reason;
  }

  async batch(instances: Iterable<Instance>): Promise<PlannedBatch> {
    const { form, explain } = this.#data;
    const totals = noTotals();
    const wrong: Planned[] = [];
    const texts: string[] = [];
    for (const instance of instances) {
      const planned = await this.plan(instance);
      addPlanned(totals, planned);
      if (planned.errors > 0 && wrong.length < MOST_WRONG) wrong.push(planned);
      if (form === 'json') texts.push(JSON.stringify(asJson(planned)));
      else if (form === 'lines') texts.push(`${cellsOf(planned, explain).join('\t')}\n`);
    }
    return { text: texts.join(form === 'json' ? ',' : ''), totals, wrong };
  }

  /** Each worker meets each game for a first time; after about two instances a worker, none is new. */
  #isCold({ game }: Estimate): boolean {
    const met = this.met.get(game ?? '') ?? 0;
    this.met.set(game ?? '', met + 1);
    return met < this.#data.coldInstances;
  }
}

/** What a run would find, and why it would look: a file that is new needs no other reason. */
function whatIsFound(reason: string, problem: string | null): string {
  if (problem === null) return reason;
  return reason === 'new' ? problem : `${reason}: ${problem}`;
}

function started({ milliseconds, solvable }: Estimate) {
  return { milliseconds: cold(milliseconds), solvable: solvable > 0 ? cold(solvable) : 0 };
}
