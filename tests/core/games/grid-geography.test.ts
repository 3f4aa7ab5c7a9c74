import { expect, test } from 'vitest';
import { codec } from '../../../core/games/grid-geography/codec.ts';
import { game } from '../../../core/games/grid-geography/index.ts';
import { run } from '../../../core/pipeline/run.ts';
import { Random } from '../../../core/random/random.ts';
import { bytesOf, subjects } from '../../conformance/games.ts';

const subject = subjects.find(({ name }) => name === game.name) as (typeof subjects)[number];

function starts(text: string | null): Set<number> {
  const { rows, columns } = codec.parseAnswer((text ?? '').trim());
  return new Set(Array.from(rows, (row, start) => 1_000 * row + (columns[start] as number)));
}

test.each(Object.keys(subject.proof.large))('%s is read and solved in time', (name) => {
  const cases = subject.proof.large[name]?.(new Random(1)) ?? [];
  const { answer, errors } = run(game, bytesOf(game.codec.formatCases(cases)));
  expect(errors.size).toBe(0);
  expect(answer).toMatch(/^(WIN|LOSE)\n/);
});

test('a million cells, 70 % of them free: starts are free, and cells without a neighbour are among them', () => {
  const random = new Random(1);
  const cells = Uint8Array.from({ length: 1_000_000 }, () => Number(random.chance(0.7)));
  const text = codec.formatCases([{ rows: 1_000, columns: 1_000, cells }]);
  const { answer } = run(game, bytesOf(text));
  const won = starts(answer);
  expect([...won].every((cell) => cells[cell] === 1)).toBe(true);
  // A free cell without free neighbours is a winning start.
  const isolated = [...cells.keys()].filter(
    (cell) =>
      cell % 1_000 > 0 &&
      cell % 1_000 < 999 &&
      cells[cell] === 1 &&
      [-1_000, -1, 1, 1_000].every((step) => cells[cell + step] !== 1),
  );
  expect(isolated.length).toBeGreaterThan(1_000);
  expect(isolated.every((cell) => won.has(cell))).toBe(true);
});
