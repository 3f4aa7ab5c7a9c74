import { SingleBar } from 'cli-progress';
import { grouped } from '../numbers.ts';
import { amount, leftText, type Progress, type Sight } from './progress.ts';

const PERMILLE = 1000;

/** The first instances meet code that is not compiled yet: nothing is told from them about the rest. */
const FIRST_MILLISECONDS = 1_000;

/** Columns of a terminal that does not tell. */
const USUAL_COLUMNS = 80;
const LONGEST_BAR = 40;
const SHORTEST_BAR = 3;

/** What stands beside the bar, and how many columns it takes in a run of a million instances. */
const BESIDE = [
  { text: '{done}  cached {cached}  errors {errors}  {rate}/s  {left}  {mb} MB', columns: 106 },
  { text: '{done}  errors {errors}  {rate}/s  {left}', columns: 81 },
  { text: '{done}  errors {errors}  {left}', columns: 71 },
  { text: '{done}  {left}', columns: 57 },
] as const;

/** How the bar is drawn in so many columns: a longer line would be cut off at its end. */
export function layoutFor(columns: number): { readonly format: string; readonly barsize: number } {
  const { text, columns: taken } =
    BESIDE.find((each) => each.columns + SHORTEST_BAR <= columns) ?? BESIDE[3];
  const barsize = Math.min(LONGEST_BAR, Math.max(SHORTEST_BAR, columns - taken));
  return { format: `{bar} {percentage} %  ${text}`, barsize };
}

/** A bar on a terminal, drawn anew ten times a second. */
export function bar(sight: Sight): Progress {
  const drawn = new SingleBar({
    stream: process.stderr,
    ...layoutFor(process.stderr.columns ?? USUAL_COLUMNS),
    hideCursor: true,
    clearOnComplete: true,
  });
  const start = performance.now();
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
      left: leftText(shown - start < FIRST_MILLISECONDS ? null : left),
      mb: megabytes,
    });
  };
  return { update, stop: () => drawn.stop() };
}
