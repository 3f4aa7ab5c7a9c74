import { type AnyGame, type Asked, defineGame, type Game } from '../../game.ts';
import { solveByTable } from '../../table-split.ts';
import { type Histogram, histogram, histogramCost } from './histogram.ts';
import { exactCount, exactModuli } from './moduli.ts';
import { costByKernel } from './plan.ts';
import type { Answer, Case } from './rules.ts';
import { reachedFrom } from './shares.ts';
import { type Residues, tableOf } from './table.ts';

/** The judge's game. */
type Base = Omit<Game<Case, Answer>, 'split' | 'fold' | 'certificate' | 'asking'>;

/** The game that counts exactly, modulo another number or by Grundy value. */
export function asking(base: Base, asked: Asked): AnyGame {
  if (asked.histogram) return countingValues(base, asked);
  const { exact, modulus } = asked;
  if (exact) return counting(base, EXACT, (count) => `${count}`, BigInt);
  if (modulus === null) return defineGame(base);
  // The kernel divides by 2; an even modulus takes the count itself.
  const residues = modulus % 2 === 1 ? modulo(modulus) : reduced(modulus);
  return counting(base, residues, (residue) => `${residue}`, Number);
}

const EXACT: Residues<bigint> = {
  moduli: ({ edges }) => exactModuli(edges.tails.length),
  finish: ({ edges }, residues) => exactCount(residues, exactModuli(edges.tails.length)),
};

function modulo(modulus: number): Residues<number> {
  return { moduli: () => [modulus], finish: (_c, [residue = 0]) => residue };
}

function reduced(modulus: number): Residues<number> {
  return {
    moduli: EXACT.moduli,
    finish: (c, residues) => Number(EXACT.finish(c, residues) % BigInt(modulus)),
  };
}

function counting<Count>(
  base: Base,
  residues: Residues<Count>,
  formatAnswer: (count: Count) => string,
  parseAnswer: (text: string) => Count,
): AnyGame {
  const table = tableOf(residues);
  return defineGame<Case, Count>({
    ...base,
    codec: { ...base.codec, formatAnswer, parseAnswer },
    cost: (c) => costByKernel(c, residues.moduli(c)),
    solve: (c) => solveByTable(table, c) as Count,
    table,
  });
}

/** A line a value: how often vertex 1 has it, and how often both have it. */
function countingValues(base: Base, { exact, modulus }: Asked): AnyGame {
  const { table: _table, calibration: _calibration, ...rest } = base;
  return defineGame<Case, Histogram>({
    ...rest,
    codec: {
      ...base.codec,
      formatAnswer: (counts) =>
        counts.map(({ count, equal }, value) => `${value} ${count} ${equal}`).join('\n'),
      parseAnswer: (text) =>
        text.split('\n').map((line) => {
          const [, count = '', equal = ''] = line.split(' ');
          return { count: BigInt(count), equal: BigInt(equal) };
        }),
    },
    cost: (c) => {
      const isDirect = !exact && modulus === null;
      const times = isDirect ? 1 : exactModuli(c.edges.tails.length).length;
      const { steps, bytes } = histogramCost(reachedFrom(c, [0]));
      return { steps: steps * times, bytes };
    },
    solve: (c) => histogram(c, { exact, modulus }),
  });
}
