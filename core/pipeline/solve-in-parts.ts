import type { AnyGame } from '../game.ts';
import { InvariantError } from '../text/errors.ts';

/** Solves one case through its game's split, each round in at most `parts(round)` parts. */
export function solveInParts(game: AnyGame, c: unknown, parts: (round: number) => number): unknown {
  const { split } = game;
  if (split === undefined) throw new InvariantError(`solveInParts: ${game.name} has no split`);
  let state = split.start(c);
  for (let round = 0; round < split.rounds(c); round++) {
    const partials = split
      .parts(c, round, parts(round))
      .map((part) => split.solvePart(c, state, part));
    state = split.merge(c, state, partials);
  }
  return split.finish(c, state);
}
