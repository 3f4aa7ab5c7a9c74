/** Points that are kept; with more, every second one goes. */
const MOST_POINTS = 256;

/** Into so many pieces the past is cut, each time with the factor of its t distribution for 19 of 20. */
const CUTS = [
  { pieces: 4, factor: 3.18 },
  { pieces: 8, factor: 2.36 },
  { pieces: 16, factor: 2.13 },
] as const;

/** A trend of so many times its standard error is taken for one. */
const SIGNIFICANT = 2;

/** Milliseconds that are left, from the least to the most that is to be expected. */
export interface Range {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** What is done, and how long it took. Work is a weight of any unit. */
export interface Point {
  /** Without what was found done already. */
  readonly solved: number;
  readonly milliseconds: number;
}

/**
 * How long a run will go on, from how long its parts took. The past is cut into pieces of the same work, and
 * the rest is taken for more of such pieces: their spread, in coarse pieces and in fine ones, is that of the
 * forecast. Where they grew or shrank one after another, they may go on to do so: the range reaches from
 * what the mean tells to what the trend tells.
 */
export class Remaining {
  #points: Point[] = [{ solved: 0, milliseconds: 0 }];

  add(point: Point): void {
    const last = this.#points.at(-1) as Point;
    if (point.solved <= last.solved) {
      // Time went by, and nothing came of it yet.
      if (this.#points.length > 1) this.#points.pop();
      this.#points.push({ ...point, solved: last.solved });
      return;
    }
    this.#points.push(point);
    if (this.#points.length > MOST_POINTS) {
      this.#points = this.#points.filter((_, at) => at % 2 === 0 || at === this.#points.length - 1);
    }
  }

  /** For so much work that is left, of which a share may be found done; null before anything was solved. */
  range(left: number, foundShare = 0): Range | null {
    const { solved, milliseconds } = this.#points.at(-1) as Point;
    if (solved === 0) return null;
    const likely = (left / solved) * milliseconds;
    const trend = likely + this.#trend(left);
    const margin = Math.max(...CUTS.map((cut) => this.#margin(left, cut)));
    const low = Math.max(0, Math.min(likely, trend) - margin) * (1 - foundShare);
    const high = Math.max(likely, trend) + margin;
    return { low, likely: likely * (1 - foundShare / 2), high };
  }

  #margin(left: number, { pieces, factor }: (typeof CUTS)[number]): number {
    const { each, piece, mean } = this.#cut(pieces);
    const variance = each.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (pieces - 1);
    const more = left / piece;
    // Of the sum of so many more pieces, and of the mean that is taken for theirs.
    return factor * Math.sqrt(variance * (more + more ** 2 / pieces));
  }

  /** What the rest takes more than by the mean if the pieces go on to change as they did; 0 where that may be chance. */
  #trend(left: number): number {
    const pieces = 8;
    const { each, piece, mean } = this.#cut(pieces);
    const middle = (pieces - 1) / 2;
    const spread = each.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
    const slope = each.reduce((sum, one, at) => sum + (at - middle) * (one - mean), 0) / spread;
    const rest = each.reduce((sum, one, at) => sum + (one - mean - slope * (at - middle)) ** 2, 0);
    const error = Math.sqrt(rest / (pieces - 2) / spread);
    if (Math.abs(slope) < SIGNIFICANT * error) return 0;
    const more = left / piece;
    return more * slope * ((pieces + more) / 2);
  }

  /** The times of so many pieces of the same work. */
  #cut(pieces: number) {
    const piece = (this.#points.at(-1) as Point).solved / pieces;
    const times = Array.from({ length: pieces + 1 }, (_, at) => this.#timeAt(at * piece));
    const each = times.slice(1).map((time, at) => time - (times[at] as number));
    return { each, piece, mean: each.reduce((sum, one) => sum + one, 0) / pieces };
  }

  /** When so much was done, between two points as if it had gone evenly. */
  #timeAt(work: number): number {
    const points = this.#points;
    const after = points.findIndex(({ solved }) => solved >= work);
    const next = points[after] ?? (points.at(-1) as Point);
    const before = points[after - 1];
    if (before === undefined) return after < 0 ? next.milliseconds : 0;
    const share = (work - before.solved) / (next.solved - before.solved);
    return before.milliseconds + share * (next.milliseconds - before.milliseconds);
  }
}
