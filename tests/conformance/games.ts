import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AnyGame } from '../../core/game.ts';
import { registry } from '../../core/games/index.ts';
import { proofs } from '../../core/games/proofs.ts';
import type { AnyProof, GenerateCases } from '../../core/proof.ts';
import { Random } from '../../core/random/random.ts';

/** One game with everything the suite holds it to. */
export interface Subject {
  readonly name: string;
  readonly game: AnyGame;
  readonly proof: AnyProof;
}

/** A solver of one game, right or wrong, named after its idea or its mistake. */
export interface NamedSolver {
  readonly name: string;
  readonly solve: (c: unknown) => unknown;
  /** For second implementations: false where the idea would take too long. */
  readonly reaches?: (c: unknown) => boolean;
}

/** A property that relates the answers of related cases. */
export interface Law {
  readonly name: string;
  readonly holds: (c: unknown, random: Random, solve: (c: unknown) => unknown) => boolean;
}

const tests = new URL('../', import.meta.url);

export const subjects: readonly Subject[] = await Promise.all(
  registry.map(async ({ name, load }) => {
    const loadProof = proofs[name];
    if (loadProof === undefined) throw new TypeError(`${name} has no line in core/games/proofs.ts`);
    return { name, game: (await load()).game, proof: (await loadProof()).proof };
  }),
);

/** The solvers in `tests/<folder>/<game>/`, one a file. */
export async function solversIn(folder: 'wrong' | 'second', game: string): Promise<NamedSolver[]> {
  const directory = new URL(`${folder}/${game}/`, tests);
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).filter((file) => file.endsWith('.ts'));
  return Promise.all(
    files.sort().map(async (file) => {
      const module = (await import(new URL(file, directory).href)) as Omit<NamedSolver, 'name'>;
      return { ...module, name: file.slice(0, -3) };
    }),
  );
}

export async function lawsOf(game: string): Promise<readonly Law[]> {
  const module = (await import(new URL(`laws/${game}.ts`, tests).href)) as { laws: readonly Law[] };
  return module.laws;
}

/** A JSON fixture of a game. */
export function fixture<Content>(game: string, file: string): Content {
  return JSON.parse(readFileSync(new URL(`fixtures/${game}/${file}`, tests), 'utf8')) as Content;
}

/** The first `count` cases of the oracle-sized generators, generators in turn, seeds from 1. */
export function smallCases({ proof }: Subject, count: number): unknown[] {
  const generators = Object.values(proof.small);
  const cases: unknown[] = [];
  for (let seed = 1; cases.length < count; seed++) {
    for (const generate of generators) cases.push(...generate(new Random(seed)));
  }
  return cases.slice(0, count);
}

/** Whether an answer is right: by the rules where several are, else by comparison with the oracle. */
export function isRight({ game, proof }: Subject, c: unknown, answer: unknown): boolean {
  if (proof.accepts !== undefined) return proof.accepts(c, answer);
  return game.codec.formatAnswer(answer) === game.codec.formatAnswer(proof.oracle(c));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Per generator, the hash of its files for the seeds 1 to 3. */
export function pinned({ game, proof }: Subject): Record<string, string> {
  const fileOf = (generate: GenerateCases<unknown>, seed: number) =>
    game.codec.formatCases(generate(new Random(seed)));
  return Object.fromEntries(
    Object.entries({ ...proof.small, ...proof.medium, ...proof.large }).map(([name, generate]) => [
      name,
      sha256([1, 2, 3].map((seed) => fileOf(generate, seed)).join('\n')),
    ]),
  );
}
