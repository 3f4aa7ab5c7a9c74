import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSystem } from './system-error.ts';

/** What stands below a folder: paths relative to it with `/`, in the order of their code units. */
export interface Walked {
  readonly files: readonly string[];
  /** Links to folders or to nothing, pipes, sockets, folders that may not be read. */
  readonly others: readonly string[];
}

/** All files below a folder, links to files among them; hidden folders and node_modules are left out. */
export function walk(folder: string): Walked {
  const files: string[] = [];
  const others: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const entries = entriesOf(join(folder, below));
    if (entries === null) others.push(below);
    for (const entry of entries ?? []) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (!entry.isDirectory()) (leadsToFile(join(folder, path)) ? files : others).push(path);
      else if (!/^(\.|node_modules$)/.test(entry.name)) waiting.push(path);
    }
  }
  return { files: files.sort(), others: others.sort() };
}

/** What a folder holds; null where it may not be read. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
}

/** Whether a link ends at a regular file; false for pipes, and for links to nothing, to themselves or into closed folders. */
function leadsToFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (isOfSystem(error)) return false;
    throw error;
  }
}
