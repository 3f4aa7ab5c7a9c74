import { expect, test } from 'vitest';
import type { AnyGame } from '../../core/game.ts';
import { millisecondsOfSteps } from '../../core/pipeline/budget.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { Random } from '../../core/random/random.ts';
import { millisecondsOf } from '../../functions/job/chunk-size.ts';
import { DEFAULT_RANGES, hasRanges } from '../../functions/job/ranged-upload.ts';
import { sizes } from '../../infra/settings.ts';
import { bytesOf, subjects } from '../conformance/games.ts';

/*
 * A range is not taken apart: a function solves all that starts in it. It need not be, for in no game does
 * a range take long, whatever stands in it: what cases cost is at most proportional to their bytes, but
 * for one table that all cases of a range share.
 */

const MIB = 1024 * 1024;

/** Of the time that a function has, for machines that are slower and cases that are odder. */
const SHARE = 1 / 4;
const allowed = SHARE * 1000 * (sizes(1).chunk.seconds - 20);

/** By game, a MiB of what takes longest for its bytes: mostly the shortest cases that there are. */
const COSTLIEST: Readonly<Record<string, () => string>> = {
  'coin-progressions': () => counted('1 1\n1\n'),
  'colored-token-split': () => {
    const count = MIB / 2;
    return `1 0\n${count}\n${'1\n'.repeat(count)}`;
  },
  'corner-geography': () => `${'1\n'.repeat(MIB / 2)}0\n`,
  'delete-nim': () => counted('0\n'),
  // Large heaps, no two alike, so that all sizes up to the largest are needed.
  'even-split-heaps': () => {
    const count = Math.floor(MIB / 10);
    const cases = Array.from({ length: count }, (_, at) => `1 ${9_999_999 - at}\n`);
    return `${count} 2\n${cases.join('')}`;
  },
  'two-tokens-on-dag': () => '1 0\n0\n'.repeat(MIB / 6),
};

function counted(text: string): string {
  const count = Math.floor(MIB / text.length);
  return `${count}\n${text.repeat(count)}`;
}

const ranged = subjects.filter(({ game }) => hasRanges(game));

test('it is known of each game with ranges what takes longest in it', () => {
  expect(Object.keys(COSTLIEST).sort()).toEqual(ranged.map(({ name }) => name).sort());
});

/** Milliseconds a MiB of a file, by the cost model of its game, where the games were measured. */
function millisecondsOfMebibyte(game: AnyGame, text: string): number {
  const bytes = bytesOf(text);
  const file = parse(game, bytes, {});
  expect(file.errors.size).toBe(0);
  return (millisecondsOf(game, file, bytes.length) * MIB) / bytes.length;
}

test.each(ranged)('a range of $name is solved in far less time than a function has', (subject) => {
  const { name, game } = subject;
  const each = millisecondsOfMebibyte(game, COSTLIEST[name]?.() ?? '');
  expect((each * DEFAULT_RANGES.bytes) / MIB).toBeLessThan(allowed);
});

test.each(ranged.filter(({ game }) => game.costTogether === undefined && game.list === undefined))(
  'no case of $name takes longer for its bytes',
  ({ name, game, proof }) => {
    const most = millisecondsOfMebibyte(game, COSTLIEST[name]?.() ?? '');
    const generators = Object.values({ ...proof.small, ...proof.medium, ...proof.large });
    for (const [seed, generate] of generators.entries()) {
      for (const c of generate(new Random(seed))) {
        // What a file of one case has besides is left out: others share it.
        const size = game.codec.formatCases([c, c]).length - game.codec.formatCases([c]).length;
        const each = millisecondsOfSteps(game, game.cost(c).steps);
        expect((each * MIB) / size).toBeLessThan(most);
      }
    }
  },
);
