import { findGame, registry } from '../core/games/index.ts';
import type { Context } from './context.ts';
import { UsageError } from './failures.ts';
import { topics } from './help-topics.ts';
import { writeOut } from './streams.ts';

/** `nimbus help TOPIC`, for what is no verb. */
export default async function help(this: Context, _flags: unknown, topic = ''): Promise<void> {
  const entry = findGame(topic);
  if (topics[topic] !== undefined) writeOut(topics[topic]);
  else if (entry !== undefined) writeOut(await gameHelp(entry));
  else {
    const known = [...Object.keys(topics), ...registry.map(({ name }) => name)];
    throw new UsageError(`help: found '${topic}', allowed a verb, ${known.join(', ')}`);
  }
}

async function gameHelp({ name, judge, load }: (typeof registry)[number]): Promise<string> {
  const { game } = await load();
  const limits = Object.values(game.limits).map(
    ({ symbol, min, max, published }) =>
      `  ${min} ≤ ${symbol} ≤ ${max}${published === undefined ? '' : `   (published: ${published})`}\n`,
  );
  return `${name} (${judge})\n\nLimits\n${limits.join('')}\nRules, grammar and an example: core/games/${name}/README.md\n`;
}
