import { Remaining } from '../../cli/batch/remaining.ts';
import { Random } from '../../core/random/random.ts';

const INSTANCES = 3_000;
const WORKERS = 2;

/** Milliseconds of an instance, by its place in the run from 0 to 1. */
type Times = (random: Random, place: number) => number;

const uniform = (random: Random) => random.below(1_000_000) / 1_000_000;

/** Batches of many kinds: alike, of few very long instances, of games one after another, faster with time. */
const KINDS: Readonly<Record<string, Times>> = {
  alike: (random) => 1 + 0.2 * uniform(random),
  exponential: (random) => -Math.log(1 - 0.999999 * uniform(random)),
  'few very long ones': (random) => 0.2 + (uniform(random) < 0.01 ? 40 * uniform(random) : 0),
  'heavy tail': (random) => (1 - 0.999999 * uniform(random)) ** -0.5,
  'two games in turn': (random, place) =>
    (Math.floor(place * 40) % 2 === 0 ? 1 : 4) * (1 + uniform(random)),
  'slower with time': (random, place) => (1 + 0.5 * place) * (1 + uniform(random)),
  'slow at the start': (random, place) => (place < 0.05 ? 3 : 1) * (1 + uniform(random)),
};

/** Of so many simulated runs of each kind, the share in which half way's range has the true end. */
export function shareInRange(runs: number): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(KINDS).map(([kind, times]) => {
      const hits = Array.from({ length: runs }, (_, seed) => isInRange(new Random(seed), times));
      return [kind, hits.filter(Boolean).length / runs] as const;
    }),
  );
}

/** Workers take the next instance as soon as they are free; what has ended is told in the order of its end. */
function isInRange(random: Random, times: Times): boolean {
  const free = new Float64Array(WORKERS);
  const ends: number[] = [];
  for (let at = 0; at < INSTANCES; at++) {
    const worker = free.indexOf(Math.min(...free));
    free[worker] = (free[worker] as number) + times(random, at / INSTANCES);
    ends.push(free[worker] as number);
  }
  ends.sort((a, b) => a - b);
  const end = Math.max(...free);
  const remaining = new Remaining();
  const half = INSTANCES / 2;
  for (let done = 1; done <= half; done += 8) {
    remaining.add({ solved: done, milliseconds: ends[done - 1] as number });
  }
  const range = remaining.range(INSTANCES - half);
  const left = end - (ends[half - 1] as number);
  return range !== null && range.low <= left && left <= range.high;
}
