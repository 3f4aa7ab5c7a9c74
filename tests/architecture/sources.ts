import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Paths relative to the project, with `/`. */
export function filesUnder(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(path) : [path];
    })
    .sort();
}

export function foldersIn(folder: string): string[] {
  return readdirSync(`${root}${folder}`).filter((name) =>
    statSync(`${root}${folder}/${name}`).isDirectory(),
  );
}

export function read(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}

export const ROOMS = ['core', 'io', 'functions', 'local', 'cli', 'infra'] as const;

/** The TypeScript sources of the product; a kernel is of another language, and its module is generated. */
export const sources: readonly string[] = ROOMS.flatMap((room) => filesUnder(room)).filter(
  (path) => path.endsWith('.ts') && !path.includes('/assembly/') && !path.endsWith('.wasm.ts'),
);

/** What a source imports: project files as paths from the root, packages as they are named. */
export function importsOf(path: string): string[] {
  const text = read(path);
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1] as string,
  );
  return found.map((name) => {
    if (!name.startsWith('.')) return name;
    return new URL(name, `file:///${path}`).pathname.slice(1);
  });
}
