import { availableParallelism } from 'node:os';
import { counted, duration, grouped } from '../numbers.ts';
import { type CloudForecast, cloudForecast, NO_READS } from './cloud.ts';
import type { Prices } from './prices.ts';
import type { Totals } from './totals.ts';

/** What all instances of a plan come to. */
export interface Summary {
  readonly instances: number;
  readonly cases: number;
  readonly cached: number;
  /** Instances of which a run refuses a case as too large. */
  readonly refused: number;
  /** Others of which nothing or not all is sound. */
  readonly wrong: number;
  readonly ignored: number;
  /** Of one core. */
  readonly ms: number;
  readonly jobs: number;
  /** Of so many cores. */
  readonly ms_jobs: number;
  /** All that is not cached and that a job does not refuse, as one. */
  readonly cloud: CloudForecast;
  readonly refused_by_job: number;
}

export interface SummaryOptions {
  readonly ignored: number;
  /** One a core where nothing is said. */
  readonly jobs: number | undefined;
  readonly prices: Prices;
}

export function summaryOf(
  totals: Totals,
  { ignored, jobs = availableParallelism(), prices }: SummaryOptions,
): Summary {
  const { instances, cases, cached, refused, wrong, milliseconds, longest, whole } = totals;
  const ofWhole = { ...whole, reads: NO_READS, rounds: null, ranges: null };
  return {
    instances,
    cases,
    cached,
    refused,
    wrong,
    ignored,
    ms: milliseconds,
    jobs,
    ms_jobs: Math.max(milliseconds / jobs, longest),
    cloud: cloudForecast([ofWhole, ...totals.inParts], prices),
    refused_by_job: totals.refusedByJob,
  };
}

/** The same for people, in two lines. */
export function summaryLines(summary: Summary): string {
  const { instances, cases, cached, refused, wrong, ignored, ms, jobs, ms_jobs } = summary;
  const parts = [
    `${grouped(instances - cached - refused - wrong)} to solve`,
    ...(wrong > 0 ? [`${grouped(wrong)} with errors`] : []),
    ...(refused > 0 ? [`${grouped(refused)} too large, see --time-limit and --mem`] : []),
    `${grouped(cached)} cached`,
    `${counted(ignored, 'other file')} ignored`,
  ];
  const what = `${counted(instances, 'instance')} with ${counted(cases, 'case')}: ${parts.join(', ')}`;
  return `${what} · about ${duration(ms)} of one core, ${duration(ms_jobs)} on ${jobs}\n${cloudLine(summary)}\n`;
}

function cloudLine({ cloud, refused_by_job: refused, instances, cached }: Summary): string {
  const { chunks, rounds, invocations, gb_seconds, price, currency } = cloud;
  const what = cached > 0 ? 'what is not cached as one job' : 'as one job';
  const without = refused > 0 ? ` without ${grouped(refused)} too large for one` : '';
  if (refused === instances) return 'as a job on AWS: too large for one';
  const memory = gb_seconds < 10 ? gb_seconds.toFixed(1) : grouped(Math.round(gb_seconds));
  return (
    `${what} on AWS${without}: ${counted(chunks, 'chunk')} in ${counted(rounds, 'round')}, ` +
    `${counted(invocations, 'invocation')}, ${memory} GB-seconds, about ${amount(price)} ${currency}`
  );
}

/** Two digits of small sums. */
function amount(price: number): string {
  return price < 100 ? `${Number(price.toPrecision(2))}` : grouped(Math.round(price));
}
