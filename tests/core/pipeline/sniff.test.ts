import { expect, test, vi } from 'vitest';
import { game as deleteNim } from '../../../core/games/delete-nim/index.ts';
import { registry } from '../../../core/games/index.ts';
import { parse } from '../../../core/pipeline/parse.ts';
import { sniffGame } from '../../../core/pipeline/sniff.ts';
import { example, exampleFiles } from '../../functions/manifest.ts';

/** The games whose format all of the content fits, each of them read to the end. */
async function fitting(bytes: Uint8Array): Promise<string[]> {
  const games = await Promise.all(registry.map(async ({ load }) => (await load()).game));
  return games
    .filter((game) => {
      const { cases, errors, warnings } = parse(game, bytes);
      const isCut = warnings.some(({ rule }) => rule === 'text/ignored-rest');
      const isRead = cases.length > 0 && errors.size === 0 && !isCut;
      // Boards of one number each stand on lines of their own.
      const lines = Buffer.from(bytes).toString().trim().split('\n').length;
      return isRead && (game.name !== 'corner-geography' || cases.length <= lines);
    })
    .map(({ name }) => name);
}

test('the content fits the games that can read it to its end', async () => {
  const texts = exampleFiles.map(example);
  const cut = texts.map((bytes) => bytes.subarray(0, bytes.length / 2));
  for (const bytes of [...texts, ...cut, Buffer.from(''), Buffer.from('2\n2\n1 2\n2\nx 2\n')]) {
    const names = await fitting(bytes);
    const found = await sniffGame(bytes, {});
    if (names.length === 1) expect(found).toMatchObject({ name: names[0] });
    else if (names.length === 0) expect(found).toMatchObject({ rule: 'unknown-game' });
    else expect(found).toMatchObject({ found: `content that fits ${names.join(', ')}` });
  }
});

test.each([
  ['colored-token-split, a letter among its tokens', '3 3\n1 2 1\n1 3 2\n2 3 1\n4\n1 2 3 x\n'],
  ['the same without edges', '3 0\n5\n1 2 3 1 x\n'],
  ['dag-subgraph-count, its last number missing', '4 2\n1 3\n2\n'],
  ['even-split-heaps with something behind it', '1 1\n1 2\nx\n'],
])('a broken file is not answered as one of another game: %s', async (_, text) => {
  expect(await sniffGame(Buffer.from(text), {})).toMatchObject({ rule: 'unknown-game' });
});

test('boards of one number each are known by their lines', async () => {
  const game = { name: 'corner-geography' };
  expect(await sniffGame(Buffer.from('3\n5\n0\n'), {})).toMatchObject(game);
  expect(await sniffGame(Buffer.from('3\r\n5\r\n0'), {})).toMatchObject(game);
});

test('a bug in one game is thrown with its stack', async () => {
  vi.spyOn(deleteNim.codec, 'cases').mockImplementation(() => {
    throw new TypeError('planted');
  });
  const error: unknown = await sniffGame(Buffer.from('1\n'), {}).catch((thrown) => thrown);
  vi.restoreAllMocks();
  expect((error as Error).message).toBe('planted');
  expect((error as Error).stack).toContain('sniff');
  expect(Error.stackTraceLimit).toBeGreaterThan(0);
});
