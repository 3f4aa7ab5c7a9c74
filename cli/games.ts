import { registry } from '../core/games/index.ts';
import { type Limits, LONGEST_NUMBER, largest } from '../core/text/limit.ts';
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
      limits: describedLimits(limits),
    }));
    writeOut(`${JSON.stringify({ v: 1, games: described })}\n`);
    return;
  }
  const rows = loaded.map(({ name, judge, framing, limits }) => {
    const bounds = Object.values(limits).map((limit) => `${limit.symbol} ≤ ${largest(limit)}`);
    return [name, judge, FRAMING[framing], bounds.join(', ')];
  });
  writeOut(
    table(['game', 'judge id', 'a file holds', 'limits'], rows, {
      plain: flags.plain ?? false,
      color: false,
    }),
  );
}

/** JSON has no infinity: a number of any size within its digits has no `max`. */
function describedLimits(limits: Limits) {
  const described = Object.entries(limits).map(([name, { max, ...limit }]) => [
    name,
    Number.isFinite(max) ? { ...limit, max } : { ...limit, max: null, digits: LONGEST_NUMBER },
  ]);
  return Object.fromEntries(described);
}
