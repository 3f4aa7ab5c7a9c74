import type { RunFlags } from '../flags.ts';
import { duration, grouped } from '../numbers.ts';
import { writeError } from '../streams.ts';
import { type Range, Remaining } from './remaining.ts';

/** What is done so far. */
export interface Done {
  readonly cached: number;
  readonly errors: number;
  /** Bytes of the instances; absent where all are alike. */
  readonly bytes?: number;
  /** Those of them that were found answered. */
  readonly cachedInstances?: number;
  readonly cachedBytes?: number;
}

/** Shows on standard error how far a run is. */
export interface Progress {
  readonly update: (done: number, counts: Done) => void;
  readonly stop: () => void;
}

/** How much there is to do. */
export interface Whole {
  /** Null where nobody knows. */
  readonly count: number | null;
  /** Bytes of all of it, asked for once and only if progress is shown; null where all parts are alike. */
  readonly bytes?: () => number | null;
}

const LINE_MILLISECONDS = 10_000;
const LINE_SHARE = 0.05;
const SHORTEST_MILLISECONDS = 1_000;

/** An instance takes about as long as so many bytes more: files, hashes and rows. */
const BYTES_PER_INSTANCE = 4_000;

/** A bar on a terminal; elsewhere a line each 5 % or ten seconds, at most one a second. */
export async function progressOf(
  flags: Pick<RunFlags, 'progress' | 'quiet'>,
  whole: Whole,
): Promise<Progress> {
  const auto = process.stderr.isTTY ? 'bar' : 'plain';
  const kind = flags.quiet ? 'none' : flags.progress === 'auto' ? auto : flags.progress;
  if (kind === 'none') return { update: () => undefined, stop: () => undefined };
  const sight = new Sight(whole);
  if (kind !== 'bar') return lines(sight, kind === 'json');
  const { bar } = await import('./progress-bar.ts');
  return bar(sight);
}

/** How far a run is at a moment. */
interface Seen {
  readonly done: number;
  readonly total: number | null;
  readonly cached: number;
  readonly errors: number;
  /** Of the work, 0 … 1; null where nobody knows. */
  readonly share: number | null;
  /** Instances a second. */
  readonly rate: number;
  readonly left: Range | null;
  readonly megabytes: number;
}

/** Looks at a run from time to time. Work is bytes and instances, for neither alone tells how long it takes. */
export class Sight {
  readonly #whole: Whole;
  readonly #start = performance.now();
  readonly #remaining = new Remaining();
  #bytes: number | null | undefined;

  constructor(whole: Whole) {
    this.#whole = whole;
  }

  get total(): number | null {
    return this.#whole.count;
  }

  look(done: number, counts: Done): Seen {
    const milliseconds = performance.now() - this.#start;
    const { bytes = 0, cachedBytes = 0, cachedInstances = 0, cached, errors } = counts;
    const work = bytes + done * BYTES_PER_INSTANCE;
    const found = cachedBytes + cachedInstances * BYTES_PER_INSTANCE;
    this.#remaining.add({ solved: work - found, milliseconds });
    const all = this.#work(done, bytes);
    const left =
      all === null
        ? null
        : this.#remaining.range(Math.max(0, all - work), found / Math.max(1, work));
    return {
      done,
      total: this.total,
      cached,
      errors,
      share: all === null ? null : Math.min(1, work / all),
      rate: (done / Math.max(1, milliseconds)) * 1000,
      left,
      megabytes: Math.round(process.memoryUsage.rss() / 1e6),
    };
  }

  /** Of all instances; where their number is not known, they are taken for as long as those that are done. */
  #work(done: number, doneBytes: number): number | null {
    const { count, bytes } = this.#whole;
    this.#bytes ??= bytes?.() ?? null;
    const all = this.#bytes;
    if (count !== null) return (all ?? 0) + count * BYTES_PER_INSTANCE;
    return all === null || doneBytes === 0
      ? null
      : all + (done / doneBytes) * all * BYTES_PER_INSTANCE;
  }
}

function lines(sight: Sight, json: boolean): Progress {
  let shown = performance.now();
  let next = LINE_SHARE;
  const update: Progress['update'] = (done, counts) => {
    const waited = performance.now() - shown;
    if (waited < SHORTEST_MILLISECONDS) return;
    const seen = sight.look(done, counts);
    if ((seen.share ?? 0) < next && waited < LINE_MILLISECONDS) return;
    next = (seen.share ?? 0) + LINE_SHARE;
    shown = performance.now();
    writeError(json ? asJson(seen) : asText(seen));
  };
  return { update, stop: () => undefined };
}

function asJson({ done, total, cached, errors, share, rate, left, megabytes }: Seen): string {
  const [low, likely, high] = [left?.low, left?.likely, left?.high].map((each) =>
    each === undefined ? null : Math.round(each),
  );
  const times = { ms_left: likely, ms_left_low: low, ms_left_high: high };
  const now = { share, rate: Math.round(rate), rss_mb: megabytes };
  const counts = { done, total, cached, errors };
  return `${JSON.stringify({ v: 1, type: 'progress', ...counts, ...times, ...now })}\n`;
}

function asText({ done, total, errors, share, rate, left, megabytes }: Seen): string {
  if (done === 0) return `${amount(done, total)}, ${grouped(errors)} errors\n`;
  const parts = [
    amount(done, total),
    ...(share === null ? [] : [`${Math.floor(100 * share)} %`]),
    `${grouped(errors)} errors`,
    `${grouped(Math.round(rate))} a second`,
    ...(left === null ? [] : [leftText(left)]),
    `${grouped(megabytes)} MB`,
  ];
  return `${parts.join(', ')}\n`;
}

export function amount(done: number, total: number | null): string {
  return total === null ? grouped(done) : `${grouped(done)} of ${grouped(total)}`;
}

/** `12 s to 20 s left`, or less where that says it all. */
export function leftText(left: Range | null): string {
  if (left === null) return '';
  const [low = '', high = ''] = [left.low, left.high].map(roughly);
  if (low === high) return `about ${high} left`;
  return left.low < 1000 ? `up to ${high} left` : `${low} to ${high} left`;
}

function roughly(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : duration(1000 * seconds);
}
