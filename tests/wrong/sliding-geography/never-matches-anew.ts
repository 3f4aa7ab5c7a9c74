import type { Answer, Case } from '../../../core/games/sliding-geography/rules.ts';
import { UNCOVERED } from '../../../core/graph/bipartite-graph.ts';
import { maximumMatching } from '../../../core/graph/bipartite-matching.ts';
import { roundsWhere, walkGraph, walkOf } from '../rounds-where.ts';

/** Removes the cell that the hole leaves from one matching, and never looks for another one. */
export function solve(c: Case): Answer {
  const mates = maximumMatching(walkGraph(c));
  const covered = Array.from(walkOf(c), (cell) => {
    const mate = mates[cell] as number;
    if (mate !== UNCOVERED) mates[mate] = UNCOVERED;
    return mate !== UNCOVERED;
  });
  return roundsWhere(c, (first) => covered[first] === true && covered[first + 1] === true);
}
