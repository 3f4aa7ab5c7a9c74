import type { Case } from '../../../core/games/two-tokens-on-dag/rules.ts';

const DIGITS = 12;

/** A token's move, by the digit sums that it changes. */
interface Move {
  readonly token: number;
  readonly change: readonly number[];
}

/** Every single move and every pair of moves, one by one, by the sums of each binary digit mod 3. */
export function solve(c: Case): bigint {
  const sums = digitSums([...c.tokens].map((vertex) => grundyValue(c, vertex)));
  const moves = [...c.tokens].flatMap((vertex, token) => movesOf(c, vertex, token));
  let count = 0n;
  for (const [first, one] of moves.entries()) {
    if (isLost(sums, [one])) count++;
    for (const two of moves.slice(first + 1)) {
      if (one.token !== two.token && isLost(sums, [one, two])) count++;
    }
  }
  return count;
}

/** Quadratic in the moves. */
export function reaches(c: Case): boolean {
  return c.tokens.length * c.edges.tails.length <= 40_000;
}

function movesOf(c: Case, vertex: number, token: number): Move[] {
  const before = digitsOf(grundyValue(c, vertex));
  return [...c.edges.tails.keys()]
    .filter((edge) => c.edges.tails[edge] === vertex)
    .map((edge) => {
      const after = digitsOf(grundyValue(c, c.edges.heads[edge] as number));
      return { token, change: after.map((digit, place) => digit - (before[place] as number)) };
    });
}

function isLost(sums: readonly number[], moves: readonly Move[]): boolean {
  for (const [place, sum] of sums.entries()) {
    let total = sum;
    for (const { change } of moves) total += change[place] as number;
    if (total % 3 !== 0) return false;
  }
  return true;
}

function digitSums(values: readonly number[]): number[] {
  return digitsOf(0).map((_, place) =>
    values.reduce((sum, value) => sum + (digitsOf(value)[place] as number), 0),
  );
}

function digitsOf(value: number): number[] {
  return Array.from({ length: DIGITS }, (_, place) => Math.floor(value / 2 ** place) % 2);
}

const known = new WeakMap<Case, Map<number, number>>();

/** The mex of the values of the heads, by recursion; remembered for each case. */
function grundyValue(c: Case, vertex: number): number {
  const values = known.get(c) ?? new Map<number, number>();
  known.set(c, values);
  const before = values.get(vertex);
  if (before !== undefined) return before;
  const heads = [...c.edges.heads].filter((_, edge) => c.edges.tails[edge] === vertex);
  const seen = new Set(heads.map((head) => grundyValue(c, head)));
  let value = 0;
  while (seen.has(value)) value++;
  values.set(vertex, value);
  return value;
}
