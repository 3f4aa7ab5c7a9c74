import { describe, expect, test } from 'vitest';
import { game } from '../../../core/games/two-tokens-on-dag/index.ts';
import type { Case } from '../../../core/games/two-tokens-on-dag/rules.ts';
import { solve } from '../../../core/games/two-tokens-on-dag/solve.ts';
import { parse } from '../../../core/pipeline/parse.ts';
import { run } from '../../../core/pipeline/run.ts';
import { Random } from '../../../core/random/random.ts';
import { bytesOf, smallCases, subjects } from '../../conformance/games.ts';

const subject = subjects.find(({ name }) => name === game.name) as (typeof subjects)[number];
const literal = subject.proof.literal as (c: Case) => bigint;
const cases = smallCases(subject, 6_000) as Case[];

function caseOf(text: string): Case {
  const { cases: parsed, errors } = parse(game, bytesOf(text));
  if (errors.size > 0) throw new TypeError(`not a case: ${text}`);
  return parsed[0] as Case;
}

/** `count` parallel edges 1 → 2, all tokens on 1. */
function bundle(count: number, tokens: number): Case {
  const edges = { tails: new Int32Array(count), heads: new Int32Array(count).fill(1) };
  return { vertices: 2, edges, tokens: new Int32Array(tokens) };
}

describe('published and literal answer', () => {
  test('are equal wherever there is no caveat', () => {
    const covered = cases.filter((c) => game.caveat?.(c) === null);
    expect(covered.length).toBeGreaterThan(cases.length / 2);
    const wrong = covered.filter((c) => solve(c) !== literal(c));
    expect(wrong.slice(0, 3).map((c) => game.codec.formatCases([c]))).toEqual([]);
  });

  test('differ in some cases with a caveat, so the caveat is needed', () => {
    expect(cases.some((c) => solve(c) !== literal(c))).toBe(true);
  });

  test('differ first at four tokens on a path of three vertices', () => {
    const c = caseOf('3 2 4\n2 1\n3 2\n2 2 3 3\n');
    expect([solve(c), literal(c)]).toEqual([3n, 1n]);
    const other = caseOf('3 2 4\n2 1\n3 2\n2 2 2 3\n');
    expect([solve(other), literal(other)]).toEqual([3n, 3n]);
  });
});

describe('the caveat', () => {
  test('stands exactly from four tokens on with an edge behind one of them that raises the value', () => {
    for (const c of cases) {
      const stands = c.tokens.length >= 4 && raises(c);
      expect(game.caveat?.(c)?.rule, game.codec.formatCases([c])).toBe(
        stands ? 'theory/not-covered' : undefined,
      );
    }
  });

  test('names the number of tokens and the edge', () => {
    const { caveats } = run(game, bytesOf('3 2 4\n2 1\n3 2\n2 2 3 3\n'));
    expect(caveats.get(0)?.message).toBe(
      'the published method is not proved here: there are 4 tokens, and the edge 3 → 2 behind one ' +
        'of them leads to a larger Grundy value',
    );
  });

  /** By recursion over the definition: walk from every token, take the mex anew at every vertex. */
  function raises({ edges: { tails, heads }, tokens }: Case): boolean {
    const successors = (vertex: number) => [...heads].filter((_, edge) => tails[edge] === vertex);
    const value = (vertex: number): number => {
      const below = new Set(successors(vertex).map(value));
      return [...Array(99).keys()].findIndex((least) => !below.has(least));
    };
    const behind = (vertex: number): boolean =>
      successors(vertex).some((head) => value(head) > value(vertex) || behind(head));
    return [...tokens].some(behind);
  }
});

describe('large counts are exact', () => {
  test('299 tokens on the centre of a star with 4999 leaves', () => {
    const [c] = subject.proof.large['star-with-299-tokens']?.(new Random(1)) ?? [];
    expect(solve(c as Case)).toBe(1_113_329_534_551n);
    expect(run(game, bytesOf(game.codec.formatCases([c]))).answer).toBe('1113329534551\n');
  });

  test('299 tokens at one end of 100,000 parallel edges', () => {
    expect(solve(bundle(100_000, 299))).toBe((299n * 298n * 100_000n ** 2n) / 2n);
  });

  test('beyond 2^53: 299 tokens and 999,999 edges', () => {
    expect(solve(bundle(999_999, 299))).toBe((299n * 298n * 999_999n ** 2n) / 2n);
  });

  test('beyond 2^64: a million and one tokens, 100,001 edges', () => {
    // 10^6 + 2 is a multiple of 3: both tokens of a pair must move.
    expect(solve(bundle(100_001, 1_000_001))).toBe((1_000_001n * 1_000_000n * 100_001n ** 2n) / 2n);
    // 10^6 is 1 mod 3: one token must move.
    expect(solve(bundle(100_001, 1_000_000))).toBe(1_000_000n * 100_001n);
  });
});

test.each(Object.keys(subject.proof.large))(
  '%s is read, solved and warned about in time',
  (name) => {
    const generated = subject.proof.large[name]?.(new Random(1)) ?? [];
    const { answers, errors } = run(game, bytesOf(game.codec.formatCases(generated)));
    expect([answers.length, errors.size]).toEqual([generated.length, 0]);
  },
);

test('a file that is cut off keeps the answers before the cut', () => {
  const { answers, answer } = run(game, bytesOf('1 0 1\n1\n2 1 1\n2 1\n2\n3 2 4\n2 1\n'));
  expect(answer).toBeNull();
  expect(answers).toEqual(['0', '1', null]);
});

test('a million tokens and a million edges, each vertex with an edge to ten random smaller ones', () => {
  const random = new Random(1);
  const vertices = 100_000;
  const tails = Int32Array.from({ length: 1_000_000 }, (_, edge) => 1 + (edge % (vertices - 1)));
  const heads = tails.map((tail) => random.below(tail));
  const tokens = Int32Array.from({ length: 1_000_000 }, () => random.below(vertices));
  const c: Case = { vertices, edges: { tails, heads }, tokens };
  const [parsed] = parse(game, bytesOf(game.codec.formatCases([c]))).cases as [Case];
  expect(parsed).toEqual(c);
  const moves = BigInt(tails.length) * 10n;
  expect(solve(parsed)).toBeGreaterThan(0n);
  expect(solve(parsed)).toBeLessThan(moves * moves);
});
