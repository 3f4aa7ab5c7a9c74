import { SingleBar } from 'cli-progress';
import { grouped } from '../numbers.ts';
import { amount, leftText, type Progress, type Sight } from './progress.ts';

const PERMILLE = 1000;

/** A bar on a terminal, drawn anew ten times a second. */
export function bar(sight: Sight): Progress {
  const drawn = new SingleBar({
    stream: process.stderr,
    format:
      '{bar} {percentage} %  {done}  cached {cached}  errors {errors}  {rate}/s  {left}  {mb} MB',
    hideCursor: true,
    clearOnComplete: true,
  });
  drawn.start(PERMILLE, 0, { done: 0, cached: 0, errors: 0, rate: 0, left: '', mb: 0 });
  let shown = 0;
  const update: Progress['update'] = (done, counts) => {
    if (performance.now() - shown < 100) return;
    shown = performance.now();
    const { total, share, rate, left, megabytes, cached, errors } = sight.look(done, counts);
    drawn.update(Math.round(PERMILLE * (share ?? 0)), {
      done: amount(done, total),
      cached,
      errors,
      rate: grouped(Math.round(rate)),
      left: leftText(left),
      mb: megabytes,
    });
  };
  return { update, stop: () => drawn.stop() };
}
