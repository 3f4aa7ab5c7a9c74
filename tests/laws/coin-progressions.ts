import type { Case } from '../../core/games/coin-progressions/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => boolean;

/** The row with room for five times as many coins, all of the new ones heads. */
function lengthened({ coins }: Case): Uint8Array {
  const longer = new Uint8Array(5 * coins.length).fill(1);
  longer.set(coins);
  return longer;
}

export const laws = [
  {
    name: 'heads at the end change nothing',
    holds: (c: Case, _random: Random, solve: Solve) =>
      solve({ ...c, coins: lengthened(c) }) === solve(c),
  },
  {
    name: 'a coin prime to 6 may show either side',
    holds: (c: Case, random: Random, solve: Solve) => {
      const coins = c.coins.map((coin, index) =>
        index % 6 === 0 || index % 6 === 4 ? random.below(2) : coin,
      );
      return solve({ ...c, coins }) === solve(c);
    },
  },
  {
    name: 'every coin moved to five times its number changes nothing',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const coins = new Uint8Array(5 * c.coins.length).fill(1);
      for (const [index, coin] of c.coins.entries()) coins[5 * index + 4] = coin;
      return solve({ ...c, coins }) === solve(c);
    },
  },
  {
    name: 'the game and its copy at five times the numbers are lost together',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const coins = lengthened(c);
      for (const [index, coin] of c.coins.entries()) {
        if (coin === 0) coins[5 * index + 4] = 1 - (coins[5 * index + 4] as number);
      }
      return !solve({ ...c, coins });
    },
  },
  {
    name: 'a MAXQ above every exponent bounds nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const enough = Math.ceil(Math.log2(c.coins.length + 1));
      const more = random.between(enough, 2_147_483_647);
      return solve({ ...c, most: enough }) === solve({ ...c, most: more });
    },
  },
];
