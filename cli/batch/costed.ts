import type { AnyGame, Cost } from '../../core/game.ts';
import { type Budget, isWithin } from '../../core/pipeline/budget.ts';

/** Cases with the cost of each, for which some models count a while. */
export interface Costed {
  readonly cases: readonly unknown[];
  readonly costs: readonly Cost[];
}

export function costed(game: AnyGame, cases: readonly unknown[]): Costed {
  return { cases, costs: cases.map((value) => game.cost(value)) };
}

/** Those within a budget; the same object where all are. */
export function within(game: AnyGame, all: Costed, budget: Budget): Costed {
  const isSmall = (cost: Cost) => isWithin(game, cost, budget);
  if (all.costs.every(isSmall)) return all;
  const cases = all.cases.filter((_, at) => isSmall(all.costs[at] as Cost));
  return { cases, costs: all.costs.filter(isSmall) };
}

/** The steps of all cases, and the memory of the largest; the units where all have the same. */
export function costOf(game: AnyGame, { cases, costs }: Costed): Cost {
  const [only] = costs;
  if (only !== undefined && costs.length === 1) return only;
  if (game.costTogether !== undefined) return game.costTogether(cases);
  let steps = 0;
  let bytes = 0;
  for (const cost of costs) {
    steps += cost.steps;
    bytes = Math.max(bytes, cost.bytes);
  }
  return { steps, bytes };
}
