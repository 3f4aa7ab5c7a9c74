import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '../core/games/index.ts';
import { proofs } from '../core/games/proofs.ts';
import { Random } from '../core/random/random.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Folder of the published programs, one `<judge id>.cpp` a game. */
const SOURCES = process.env['NIMBUS_PUBLISHED'];

/** Compiles the published programs; the path of each by the name of its game. */
export function compilePublished(): ReadonlyMap<string, string> {
  const sources = folderOfSources();
  const folder = temporaryFolder('published');
  return new Map(registry.map(({ name, judge }) => [name, compiled(sources, judge, folder)]));
}

function folderOfSources(): string {
  if (SOURCES !== undefined) return SOURCES;
  console.error('Set NIMBUS_PUBLISHED to the folder of the published programs (jzoj3996.cpp, …).');
  return process.exit(2);
}

function compiled(sources: string, judge: string, folder: string): string {
  const source = join(sources, `${judge}.cpp`);
  if (!existsSync(source))
    throw new RangeError(`${source}: found nothing there, allowed a C++ program`);
  const program = join(folder, judge);
  execFileSync('g++', ['-O2', '-w', '-o', program, source]);
  return program;
}

/**
 * Compiles one published program with a text of its source replaced, such as the size of an array; the
 * path of the program.
 */
export function compileLifted(judge: string, text: string, replacement: string): string {
  const folder = temporaryFolder('lifted');
  const source = readFileSync(join(folderOfSources(), `${judge}.cpp`), 'utf8');
  if (!source.includes(text))
    throw new RangeError(`${judge}.cpp: found no ${text}, allowed one to replace`);
  writeFileSync(join(folder, `${judge}.cpp`), source.replace(text, replacement));
  return compiled(folder, judge, folder);
}

/** Writes the file that a game's generator makes from a seed. */
export async function writeGenerated(
  game: string,
  generator: string,
  seed: number,
  path: string,
): Promise<void> {
  const entry = registry.find(({ name }) => name === game);
  const proof = (await proofs[game]?.())?.proof;
  const generate = { ...proof?.small, ...proof?.large }[generator];
  if (entry === undefined || generate === undefined)
    throw new RangeError(`${game}: no generator ${generator}`);
  const { codec } = (await entry.load()).game;
  writeFileSync(path, codec.formatCases(generate(new Random(seed))));
}

/** A complete graph for dag-subgraph-count, without the edge of number `left`; the numbers start at 1. */
export function completeDag(vertices: number, left: number): string {
  const edges: string[] = [];
  for (let x = 1; x <= vertices; x++)
    for (let y = x + 1; y <= vertices; y++) edges.push(`${x} ${y}\n`);
  const kept = edges.filter((_, at) => at + 1 !== left);
  return `${vertices} ${kept.length}\n${kept.join('')}`;
}
