import { readFileSync } from 'node:fs';
import { findGame, registry } from '../core/games/index.ts';
import type { Context } from './context.ts';
import { UsageError } from './failures.ts';
import { topics } from './help-topics.ts';
import { writeOut } from './streams.ts';

/** `nimbus help TOPIC`, for what is no verb. */
export default async function help(this: Context, _flags: unknown, topic = ''): Promise<void> {
  const entry = findGame(topic);
  if (Object.hasOwn(topics, topic)) writeOut(topics[topic] as string);
  else if (entry !== undefined) writeOut(gamePage(entry.name));
  else {
    const known = [...Object.keys(topics), ...registry.map(({ name }) => name)];
    throw new UsageError(`help: found '${topic}', allowed a verb, ${known.join(', ')}`);
  }
}

/** A game's page, which stands at the same place beside the sources and beside the bundle. */
function gamePage(name: string): string {
  return readFileSync(new URL(`../core/games/${name}/README.md`, import.meta.url), 'utf8');
}
