import type { AnyGame, Asked } from '../core/game.ts';
import { askedOf, describeAsked } from '../core/pipeline/asked.ts';
import { UsageError } from './failures.ts';
import type { AskedFlags, SolveFlags } from './flags.ts';

/** What the flags ask for in place of the judge's answer. */
export function askedBy({ exact, modulus, histogram }: AskedFlags): Asked {
  return { exact: exact ?? false, modulus: modulus ?? null, histogram: histogram ?? false };
}

/** The game that gives it. Throws UsageError where there is none. */
export function askedGameBy(game: AnyGame, flags: SolveFlags): AnyGame {
  const asked = askedBy(flags);
  if (flags.literal) {
    throw new UsageError(
      `option/conflict: found ${describeAsked(asked)} with --literal, allowed one of them`,
    );
  }
  const found = askedOf(game, asked);
  if (!('rule' in found)) return found;
  throw new UsageError(`${found.rule}: found ${found.found}, allowed ${found.allowed}`);
}
