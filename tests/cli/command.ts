import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../io/results/row.ts';
import { newFolder } from '../tools/temporary-folder.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const door = join(root, 'cli/nimbus.mjs');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as its own process. */
export function nimbus(
  words: readonly string[],
  options: { cwd?: string; input?: string | Uint8Array; env?: NodeJS.ProcessEnv } = {},
): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [door, ...words], {
    cwd: options.cwd ?? root,
    input: options.input ?? '',
    env: { ...process.env, ...options.env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

/** Starts the command and sends it a signal as soon as `when` says so, or lets it end. */
export function nimbusWithSignal(
  words: readonly string[],
  cwd: string,
  signal: NodeJS.Signals,
  when: () => boolean,
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [door, ...words], { cwd });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    const watch = setInterval(() => {
      if (!when()) return;
      clearInterval(watch);
      child.kill(signal);
    }, 2);
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ code, stdout, stderr });
    });
  });
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

export { newFolder };

/** A new folder with these files. */
export function folderWith(files: Files): string {
  const folder = newFolder('files');
  addFiles(folder, files);
  return folder;
}

export function addFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** All files below a folder with their text, hidden ones too. */
export function contents(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

export function rowsIn(folder: string): Row[] {
  const text = readFileSync(join(folder, 'results.jsonl'), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}
