import { describe, expect, test } from 'vitest';
import type { Asked } from '../../../../core/game.ts';
import { game } from '../../../../core/games/dag-subgraph-count/index.ts';
import { exactCount, exactModuli } from '../../../../core/games/dag-subgraph-count/moduli.ts';
import { oracle } from '../../../../core/games/dag-subgraph-count/oracle.ts';
import type { Case } from '../../../../core/games/dag-subgraph-count/rules.ts';
import { askedOf, JUDGES } from '../../../../core/pipeline/asked.ts';
import { Random } from '../../../../core/random/random.ts';
import { smallCases, subjects } from '../../../conformance/games.ts';
import { complete, randomGraph } from './graphs.ts';
import { valueCounts } from './value-counts.ts';

const cases = subjects
  .filter(({ name }) => name === 'dag-subgraph-count')
  .flatMap((subject) => smallCases(subject, 400)) as Case[];

/** What the game answers, in the words of its codec. */
function answer(c: Case, asked: Partial<Asked>): string {
  const asking = askedOf(game, { ...JUDGES, ...asked });
  if ('rule' in asking) throw new TypeError(asking.found);
  return asking.codec.formatAnswer(asking.solve(c));
}

describe('exact', () => {
  test('is the count of the oracle', () => {
    for (const c of cases) expect(answer(c, { exact: true })).toBe(`${oracle(c)}`);
  });

  test('has the residues that the game gives, for complete and random graphs', () => {
    const graphs = [15, 18, 20].map(complete);
    for (let seed = 1; seed <= 10; seed++) graphs.push(randomGraph(new Random(seed), 17, 0.5));
    for (const c of graphs) {
      const count = BigInt(answer(c, { exact: true }));
      expect(answer(c, {})).toBe(`${count % 1_000_000_007n}`);
      for (const modulus of [998244353, 2147483647, 3, 1000, 2, 4, 10 ** 9]) {
        expect(answer(c, { modulus }), `modulo ${modulus}`).toBe(`${count % BigInt(modulus)}`);
      }
    }
  });

  test('a wrong residue, of whichever prime, is found out by the check prime', () => {
    const moduli = exactModuli(190);
    const count = 1414419758739431655217331357335517920214104651659332185088n;
    const residues = moduli.map((prime) => Number(count % BigInt(prime)));
    expect(exactCount(residues, moduli)).toBe(count);
    for (let spoiled = 0; spoiled < moduli.length; spoiled++) {
      const wrong = residues.map((residue, at) =>
        at === spoiled ? (residue + 1) % 1000 : residue,
      );
      expect(() => exactCount(wrong, moduli)).toThrow(/bug\/disagreement/);
    }
  });

  test('takes primes whose product, without the check prime, passes 2^m', () => {
    for (let edges = 0; edges <= 496; edges++) {
      const product = exactModuli(edges)
        .slice(0, -1)
        .reduce((all, prime) => all * BigInt(prime), 1n);
      expect(product > 2n ** BigInt(edges)).toBe(true);
    }
  });
});

describe('histogram', () => {
  test('has the counts of the oracle', () => {
    for (const c of cases) {
      const rows = valueCounts(c).map((row, value) => `${value} ${row.count} ${row.equal}`);
      expect(answer(c, { histogram: true })).toBe(rows.join('\n'));
      expect(answer(c, { histogram: true, exact: true })).toBe(rows.join('\n'));
    }
  });

  test('ends with the largest value that occurs, which may be less than the longest path', () => {
    const path = { tails: Int32Array.of(0, 1, 2), heads: Int32Array.of(1, 2, 3) };
    expect(answer({ vertices: 4, edges: path }, { histogram: true })).toBe('0 5 3\n1 3 0');
  });

  test.each([3, 7, 31])(
    'a count of residue 0 modulo %i is not taken for a value that is not there',
    (modulus) => {
      for (let seed = 0; seed < 20; seed++) {
        const c = randomGraph(new Random(seed), 8, 0.6);
        const exact = answer(c, { histogram: true, exact: true }).split('\n');
        expect(answer(c, { histogram: true, modulus }).split('\n')).toHaveLength(exact.length);
        expect(exact.at(-1)).not.toMatch(/ 0 \d+$/);
      }
    },
  );

  test('the equal counts and the won ones are all subsets', () => {
    for (const c of [complete(13), randomGraph(new Random(3), 14, 0.6)]) {
      const rows = answer(c, { histogram: true, exact: true }).split('\n');
      const equal = rows.reduce((sum, row) => sum + BigInt(row.split(' ')[2] as string), 0n);
      const won = BigInt(answer(c, { exact: true }));
      expect(equal + won).toBe(2n ** BigInt(c.edges.tails.length));
    }
  });

  test.each([7, 10, 4, 2 ** 31 - 1, 1])('modulo %i is the residue of the exact one', (modulus) => {
    const c = randomGraph(new Random(5), 11, 0.7);
    const exact = answer(c, { histogram: true, exact: true }).split('\n');
    const rows = exact.map((row) => {
      const [value, ...counts] = row.split(' ');
      return [value, ...counts.map((count) => BigInt(count) % BigInt(modulus))].join(' ');
    });
    expect(answer(c, { histogram: true, modulus })).toBe(rows.join('\n'));
  });
});

test('the judge’s answer is asked of the game itself', () => {
  expect(askedOf(game, JUDGES)).toBe(game);
});

test('what cannot be asked for is refused by name', () => {
  const both = askedOf(game, { exact: true, modulus: 7, histogram: false });
  expect(both).toMatchObject({ rule: 'option/conflict' });
  const other = subjects.find(({ name }) => name === 'delete-nim')?.game ?? game;
  expect(askedOf(other, { ...JUDGES, exact: true })).toMatchObject({
    rule: 'option/not-offered',
    found: 'exact for delete-nim',
  });
});
