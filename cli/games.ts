import { registry } from '../core/games/index.ts';
import type { Context } from './context.ts';
import { writeOut } from './streams.ts';
import { table } from './table.ts';

const FRAMING = {
  one: 'one case',
  'to-end': 'cases to its end',
  counted: 'as many cases as it says',
} as const;

/** `nimbus games`: the games with their names, the shape of their files and their limits. */
export default async function games(
  this: Context,
  flags: { readonly json?: boolean; readonly plain?: boolean },
): Promise<void> {
  const loaded = await Promise.all(registry.map(async ({ load }) => (await load()).game));
  if (flags.json) {
    const described = loaded.map(({ name, judge, framing, limits }) => ({
      name,
      judge,
      framing,
      limits,
    }));
    writeOut(`${JSON.stringify({ v: 1, games: described })}\n`);
    return;
  }
  const rows = loaded.map(({ name, judge, framing, limits }) => {
    const bounds = Object.values(limits).map(({ symbol, max }) => `${symbol} ≤ ${max}`);
    return [name, judge, FRAMING[framing], bounds.join(', ')];
  });
  writeOut(
    table(['game', 'judge id', 'a file holds', 'limits'], rows, {
      plain: flags.plain ?? false,
      color: false,
    }),
  );
}
