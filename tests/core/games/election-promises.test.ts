import { describe, expect, test } from 'vitest';
import { game } from '../../../core/games/election-promises/index.ts';
import { boundOf, firstPlayerWins } from '../../../core/games/election-promises/oracle.ts';
import {
  type Case,
  isMove,
  options,
  startPosition,
} from '../../../core/games/election-promises/rules.ts';
import { solve } from '../../../core/games/election-promises/solve.ts';
import { parse } from '../../../core/pipeline/parse.ts';
import { run } from '../../../core/pipeline/run.ts';
import { Random } from '../../../core/random/random.ts';
import { bytesOf, smallCases, solversIn, subjects } from '../../conformance/games.ts';

const subject = subjects.find(({ name }) => name === game.name) as (typeof subjects)[number];
const cases = smallCases(subject, 2_000) as Case[];
const verify = (c: Case, answer: Uint32Array | null) => game.certificate?.verify(c, answer);

test('a doubled bound on the heights changes no outcome of the brute force', () => {
  const cheap = cases.filter((c) => (2 * boundOf(c.heights)) ** c.vertices <= 4_096);
  expect(cheap.length).toBeGreaterThan(cases.length / 2);
  for (const c of cheap) {
    const bound = boundOf(c.heights);
    expect(firstPlayerWins(c, 2 * bound)).toBe(firstPlayerWins(c, bound));
  }
});

test('a move is recognised exactly where the rules have one', () => {
  const few = cases.filter((c) => boundOf(c.heights) ** c.vertices <= 64).slice(0, 500);
  for (const c of few) {
    const bound = boundOf(c.heights);
    const reached = new Set(Array.from(options(c, startPosition(c), bound), (p) => p.join(' ')));
    for (let code = 0; code < bound ** c.vertices; code++) {
      const after = c.heights.map((_, vertex) => Math.floor(code / bound ** vertex) % bound);
      const text = `${game.codec.formatCases([c])} ${after}`;
      expect(isMove(c, after), text).toBe(reached.has(after.join(' ')));
    }
  }
});

test('the oracle itself names an acceptable move, or none where there is none', () => {
  for (const c of cases.slice(0, 500)) {
    const answer = subject.proof.oracle(c) as Uint32Array | null;
    expect(subject.proof.accepts?.(c, answer)).toBe(true);
    expect(answer === null).toBe(solve(c) === null);
  }
});

describe('the certificate', () => {
  test('agrees with the literal rules on right, wrong and mutated answers', async () => {
    const solvers = await solversIn('wrong', game.name);
    cases.forEach((c, seed) => {
      const random = new Random(seed);
      const answers = [solve(c), ...solvers.map((wrong) => wrong.solve(c)), mutated(c, random)];
      for (const answer of answers as (Uint32Array | null)[]) {
        expect(verify(c, answer), `${game.codec.formatCases([c])} ${answer}`).toBe(
          subject.proof.accepts?.(c, answer),
        );
      }
    });
  });

  test('refuses an answer of another length', () => {
    const edges = { tails: new Int32Array(0), heads: new Int32Array(0) };
    const c: Case = { vertices: 2, edges, heights: Uint32Array.of(3, 0) };
    expect(verify(c, Uint32Array.of(0, 0))).toBe(true);
    expect(verify(c, Uint32Array.of(0))).toBe(false);
    expect(verify(c, Uint32Array.of(0, 0, 0))).toBe(false);
  });

  /** The start with one or two heights changed: sometimes a move, sometimes a winning one. */
  function mutated(c: Case, random: Random): Uint32Array {
    const answer = c.heights.slice();
    for (let change = 0; change < 2; change++) answer[random.below(c.vertices)] = random.below(3);
    return answer;
  }
});

test.each(Object.keys(subject.proof.large))('%s is read, solved and certified', (name) => {
  const [c] = (subject.proof.large[name]?.(new Random(1)) ?? []) as [Case];
  const [value] = parse(game, bytesOf(game.codec.formatCases([c]))).cases as [Case];
  expect(value).toEqual(c);
  const answer = solve(value);
  expect(verify(value, answer)).toBe(true);
  expect(answer).not.toBeNull();
});

test('a million vertices and a million edges are read, solved, certified and printed', () => {
  const random = new Random(1);
  const vertices = 1_000_000;
  const tails = Int32Array.from({ length: vertices }, () => random.between(1, vertices - 1));
  const heads = tails.map((tail) => random.below(tail));
  const heights = Uint32Array.from({ length: vertices }, () => random.below(1_000_000_000));
  const text = game.codec.formatCases([{ vertices, edges: { tails, heads }, heights }]);
  const { answer, certified } = run(game, bytesOf(text), { certify: true });
  expect(certified.get(0)).toBe(true);
  expect(answer?.split(' ')).toHaveLength(vertices);
});
