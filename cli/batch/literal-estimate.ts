import type { Cost } from '../../core/game.ts';
import { loadProof } from '../../core/games/proofs.ts';
import { REACH } from '../../core/proof.ts';

/** About as long as a search takes for a position, over the games. */
const NANOSECONDS_PER_POSITION = 500;

interface LiteralCost extends Required<Pick<Cost, 'units'>> {
  readonly milliseconds: number;
  readonly outOfReach: number;
}

/** What a search by the literal rules takes for some cases, and how many of them it cannot reach. */
export async function literalCost(game: string, cases: readonly unknown[]): Promise<LiteralCost> {
  const proof = await loadProof(game);
  const all = cases.map((c) => proof.positions(c));
  const count = all.filter((each) => each <= REACH).reduce((sum, each) => sum + each, 0);
  const outOfReach = all.filter((each) => each > REACH).length;
  const milliseconds = (count * NANOSECONDS_PER_POSITION) / 1e6;
  return { milliseconds, units: { name: 'positions', count, error: 0 }, outOfReach };
}
