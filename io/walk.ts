import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What stands below a folder: paths relative to it with `/`, in the order of their code units. */
export interface Walked {
  readonly files: readonly string[];
  /** Links to folders or to nothing, pipes, sockets: neither followed nor read. */
  readonly others: readonly string[];
}

/** All files below a folder, links to files among them; hidden folders and node_modules are left out. */
export function walk(folder: string): Walked {
  const files: string[] = [];
  const others: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (!entry.isDirectory()) (leadsToFile(join(folder, path)) ? files : others).push(path);
      else if (!/^(\.|node_modules$)/.test(entry.name)) waiting.push(path);
    }
  }
  return { files: files.sort(), others: others.sort() };
}

/** Whether a link ends at a regular file; false for pipes and dangling links. */
function leadsToFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
