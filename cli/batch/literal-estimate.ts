import type { AnyGame, Cost } from '../../core/game.ts';
import { loadProof } from '../../core/games/proofs.ts';
import { REACH } from '../../core/proof.ts';

/** About as long as a search takes for a position, over the games. */
const NANOSECONDS_PER_POSITION = 500;

/** What a search by the literal rules takes for some cases, and how many of them it cannot reach. */
export async function literalCost(
  { name, nanosecondsPerStep }: AnyGame,
  cases: readonly unknown[],
): Promise<Cost & { readonly outOfReach: number }> {
  const proof = await loadProof(name);
  const all = cases.map((c) => proof.positions(c));
  const count = all.filter((each) => each <= REACH).reduce((sum, each) => sum + each, 0);
  const steps = (count * NANOSECONDS_PER_POSITION) / nanosecondsPerStep;
  const outOfReach = all.filter((each) => each > REACH).length;
  return { steps, bytes: 0, units: { name: 'positions', count, error: 0 }, outOfReach };
}
