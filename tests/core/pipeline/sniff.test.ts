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
      const { cases, errors } = parse(game, bytes);
      return cases.length > 0 && errors.size === 0;
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
