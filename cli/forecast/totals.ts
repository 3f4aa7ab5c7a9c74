import type { Estimate } from '../batch/estimate.ts';
import type { CloudWork } from './cloud.ts';

/** What would become of one instance. */
export interface Planned extends Estimate {
  readonly file: string;
  readonly line: number | null;
  readonly why: string;
  readonly reason: string;
}

/** What the instances of one game come to. */
export interface GameTotals {
  instances: number;
  cases: number;
  /** Cases that are wrong. */
  errors: number;
  milliseconds: number;
  /** Memory of the largest case. */
  bytes: number;
}

/** What instances come to, added up as they pass; plain data, so that threads can send it. */
export interface Totals {
  instances: number;
  cases: number;
  cached: number;
  /** Instances of which a run refuses a case as too large. */
  refused: number;
  /** Others of which nothing or not all is sound. */
  wrong: number;
  /** Of one core, of what a run does not refuse: to solve it, and to read it and to write what comes of it. */
  milliseconds: number;
  /** The longest that no cores share. */
  longest: number;
  refusedByJob: number;
  /** All that a job solves whole, as one. */
  readonly whole: { milliseconds: number; size: number };
  /** What it solves in rounds, or by ranges. */
  readonly inParts: CloudWork[];
  /** By their names; `?` where nobody knows. */
  readonly games: Map<string, GameTotals>;
}

export function noTotals(): Totals {
  const instances = { instances: 0, cases: 0, cached: 0, refused: 0, wrong: 0, refusedByJob: 0 };
  const whole = { milliseconds: 0, size: 0 };
  return { ...instances, milliseconds: 0, longest: 0, whole, inParts: [], games: new Map() };
}

/** Milliseconds of one core beside solving, for each file, line and case, as measured by `bench/` on two cores. */
const HANDLING = { file: 0.25, line: 0.045, case: 0.008 };

function handling({ line, cases, reason }: Planned): number {
  if (reason === 'cached') return 0;
  return (line === null ? HANDLING.file : HANDLING.line) + cases * HANDLING.case;
}

export function addPlanned(totals: Totals, planned: Planned): void {
  const { cases, errors, tooLarge, solvable, isShared, work, reason } = planned;
  totals.instances++;
  totals.cases += cases;
  if (reason === 'cached') totals.cached++;
  if (tooLarge > 0) totals.refused++;
  else if (errors > 0) totals.wrong++;
  totals.milliseconds += solvable + handling(planned);
  if (!isShared) totals.longest = Math.max(totals.longest, solvable);
  if (work === null) totals.refusedByJob++;
  else if (work.rounds !== null || work.ranges !== null) totals.inParts.push(work);
  else addWhole(totals, work);
  const { milliseconds, bytes } = planned;
  addGame(totals, planned.game ?? '?', { instances: 1, cases, errors, milliseconds, bytes });
}

export function addTotals(totals: Totals, other: Totals): void {
  for (const name of SUMS) totals[name] += other[name];
  totals.longest = Math.max(totals.longest, other.longest);
  addWhole(totals, other.whole);
  totals.inParts.push(...other.inParts);
  for (const [name, game] of other.games) addGame(totals, name, game);
}

const SUMS = [
  'instances',
  'cases',
  'cached',
  'refused',
  'wrong',
  'milliseconds',
  'refusedByJob',
] as const;

function addWhole({ whole }: Totals, { milliseconds, size }: Totals['whole']): void {
  whole.milliseconds += milliseconds;
  whole.size += size;
}

function addGame({ games }: Totals, name: string, more: GameTotals): void {
  const game = games.get(name);
  if (game === undefined) {
    games.set(name, { ...more });
    return;
  }
  game.instances += more.instances;
  game.cases += more.cases;
  game.errors += more.errors;
  game.milliseconds += more.milliseconds;
  game.bytes = Math.max(game.bytes, more.bytes);
}
