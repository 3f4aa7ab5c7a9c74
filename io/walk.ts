import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files below a folder, relative to it with `/`, in the order of their code units. Links are not followed. */
export function walk(folder: string): string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found.sort();
}
