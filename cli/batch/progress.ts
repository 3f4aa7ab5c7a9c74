import { SingleBar } from 'cli-progress';
import type { RunFlags } from '../flags.ts';
import { grouped } from '../numbers.ts';
import { writeError } from '../streams.ts';
import type { Counts } from './tally.ts';

/** Shows on standard error how far a run is. */
export interface Progress {
  readonly update: (done: number, counts: Pick<Counts, 'cached' | 'errors'>) => void;
  readonly stop: () => void;
}

const LINE_MILLISECONDS = 10_000;
const LINE_SHARE = 0.05;
const SHORTEST_MILLISECONDS = 1_000;

/**
 * A bar on a terminal; elsewhere a line each 5 % or ten seconds, at most one a second. `total` is null
 * where nobody knows it.
 */
export function progressOf(
  flags: Pick<RunFlags, 'progress' | 'quiet'>,
  total: number | null,
): Progress {
  const auto = process.stderr.isTTY ? 'bar' : 'plain';
  const kind = flags.quiet ? 'none' : flags.progress === 'auto' ? auto : flags.progress;
  if (kind === 'bar') return bar(total);
  if (kind === 'none') return { update: () => undefined, stop: () => undefined };
  return lines(total, kind === 'json');
}

function bar(total: number | null): Progress {
  const drawn = new SingleBar({
    stream: process.stderr,
    format: '{bar} {value}/{total}  cached {cached}  errors {errors}  {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: true,
  });
  drawn.start(total ?? 0, 0, { cached: 0, errors: 0 });
  return {
    update: (done, { cached, errors }) => drawn.update(done, { cached, errors }),
    stop: () => drawn.stop(),
  };
}

function lines(total: number | null, json: boolean): Progress {
  const start = performance.now();
  let shown = start;
  let next = LINE_SHARE;
  const update: Progress['update'] = (done, { cached, errors }) => {
    const now = performance.now();
    const waited = now - shown;
    if (
      waited < SHORTEST_MILLISECONDS ||
      (done < (total ?? Number.POSITIVE_INFINITY) * next && waited < LINE_MILLISECONDS)
    )
      return;
    next = done / (total ?? 1) + LINE_SHARE;
    shown = now;
    // Nobody knows before something is done.
    const left = done === 0 || total === null ? null : ((now - start) / done) * (total - done);
    writeError(
      json
        ? `${JSON.stringify({ v: 1, type: 'progress', done, total, cached, errors, ms_left: left && Math.round(left) })}\n`
        : `${grouped(done)}${total === null ? '' : ` of ${grouped(total)}`}, ${grouped(errors)} errors${leftText(left)}\n`,
    );
  };
  return { update, stop: () => undefined };
}

function leftText(left: number | null): string {
  return left === null ? '' : `, about ${Math.ceil(left / 1000)} s left`;
}
