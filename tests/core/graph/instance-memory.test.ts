import { afterEach, expect, test } from 'vitest';
import { loadGame } from '../../../core/games/index.ts';
import { lendMemory, takeBack, zeros } from '../../../core/graph/instance-memory.ts';
import { parse } from '../../../core/pipeline/parse.ts';
import { solveChunk } from '../../../core/pipeline/solve-chunk.ts';
import { Random } from '../../../core/random/random.ts';

const LARGE = 100_000;

afterEach(takeBack);

test('the next instance has the memory of the last one, and finds zeros in it', () => {
  lendMemory();
  const first = zeros(LARGE).fill(7);
  takeBack();
  lendMemory();
  const second = zeros(LARGE - 5);
  expect(second.buffer).toBe(first.buffer);
  expect(second.length).toBe(LARGE - 5);
  expect(second.every((number) => number === 0)).toBe(true);
});

test('arrays of one instance share nothing, nor do those that nobody takes back', () => {
  lendMemory();
  const [one, other] = [zeros(LARGE), zeros(LARGE)];
  expect(one.buffer).not.toBe(other.buffer);
  takeBack();
  const free = [zeros(LARGE), zeros(LARGE)];
  expect(new Set([one, other, ...free].map(({ buffer }) => buffer)).size).toBe(4);
});

test('neither a small array nor a much smaller one takes the memory of a large one', () => {
  lendMemory();
  const { buffer } = zeros(LARGE);
  takeBack();
  lendMemory();
  expect(zeros(10).buffer).not.toBe(buffer);
  expect(zeros(LARGE / 4).buffer).not.toBe(buffer);
});

test('what is kept has a limit', () => {
  const most = 1 << 24;
  lendMemory();
  const [kept, dropped] = [zeros(most), zeros(most)];
  takeBack();
  lendMemory();
  const again = [zeros(most), zeros(most)].map(({ buffer }) => buffer);
  expect(again).toContain(kept.buffer);
  expect(again).not.toContain(dropped.buffer);
});

/** A file of the game with so many edges, each from a smaller vertex to a larger one. */
function fileOf(name: string, edges: number, random: Random): Uint8Array {
  const vertices = Math.ceil(edges / 3);
  const lines = Array.from({ length: edges }, () => {
    const tail = random.between(1, vertices - 1);
    return `${tail} ${random.between(tail + 1, vertices)}`;
  });
  const of = (most: number) => Array.from({ length: vertices }, () => random.between(1, most));
  const graph = lines.join('\n');
  const text =
    name === 'two-tokens-on-dag'
      ? `${vertices} ${edges} ${vertices}\n${graph}\n${of(vertices).join(' ')}\n`
      : `${vertices} ${edges}\n${of(1000).join(' ')}\n${graph}\n`;
  return new TextEncoder().encode(text);
}

test.each(['two-tokens-on-dag', 'election-promises'])(
  'instances of %s, one after another, have the answers that each has alone',
  async (name) => {
    const game = await loadGame(name);
    const random = new Random(5);
    const files = [60_000, 45_000, 90_000, 20_000, 60_000].map((edges) =>
      fileOf(name, edges, random),
    );
    const answersOf = (bytes: Uint8Array) => {
      const file = parse(game, bytes);
      const { answers, errors } = solveChunk(game, file, { first: 0, last: 0 });
      expect([file.errors.size, errors.size]).toEqual([0, 0]);
      return answers;
    };
    const alone = files.map(answersOf);
    const together = files.map((bytes) => {
      lendMemory();
      const answers = answersOf(bytes);
      takeBack();
      return answers;
    });
    expect(together).toEqual(alone);
  },
);
