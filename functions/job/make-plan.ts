import type { AnyGame } from '../../core/game.ts';
import type { ParsedFile } from '../../core/pipeline/manifest.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { pieces } from '../../core/pipeline/pieces.ts';
import { plan as planChunks } from '../../core/pipeline/plan.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import { ContainerError } from '../../io/containers/container-error.ts';
import { sha256 } from '../../io/hash.ts';
import { round } from '../../io/results/row.ts';
import { aimOf, chunksFor, millisecondsOf, roundsOf } from './chunk-size.ts';
import type { Buckets, Manifest, Plan, PlanHeader } from './manifest.ts';
import { readUpload } from './open-job.ts';
import { planOfArchive } from './plan-archive.ts';
import { planOfLines } from './plan-lines.ts';
import { planOfRanges } from './plan-ranges.ts';

/**
 * What a job consists of: every instance, and every case, is in exactly one piece. An upload that cannot
 * be unpacked is one instance with that problem.
 */
export async function planUpload(
  world: Pick<Buckets, 'inbox'> & { readonly now: () => number },
  manifest: Manifest,
): Promise<Plan> {
  try {
    if (manifest.kind === 'zip' || manifest.kind === 'tar') {
      return await planOfArchive(world, manifest, { ...NOTHING, sha256: '' });
    }
    const ranged = await planOfRanges(world, manifest, { ...NOTHING, sha256: '' });
    if (ranged !== null) return ranged;
    return await makePlan(manifest, await readUpload(world, manifest), world.now);
  } catch (error) {
    if (!(error instanceof ContainerError)) throw error;
    const problem = error.finding;
    return { header: { ...NOTHING, sha256: sha256(''), instances: 1, problem }, pieces: [] };
  }
}

/** The same of an upload that is no archive, from its bytes, unpacked. */
export async function makePlan(
  manifest: Manifest,
  bytes: Uint8Array,
  now: () => number,
): Promise<Plan> {
  const base = { ...NOTHING, sha256: sha256(bytes), warnings: manifest.warnings ?? [] };
  if (manifest.kind !== 'file') return planOfLines(manifest, bytes, base);
  const { game: name, options } = manifest;
  const game = await gameFor(name, bytes, options);
  if ('rule' in game) return { header: { ...base, instances: 1, problem: game }, pieces: [] };
  const start = now();
  const file = parse(game, bytes, options);
  const header = { ...base, instances: 1, ms_parse: round(now() - start) };
  return planOfFile(manifest, { game, bytes, file }, header);
}

const NOTHING: Omit<PlanHeader, 'sha256'> = {
  v: 1,
  instances: 0,
  cases: null,
  milliseconds: 0,
  game: null,
  warnings: [],
  ms_parse: 0,
  problem: null,
};

/** A file that was read. */
interface ReadFile {
  readonly game: AnyGame;
  readonly bytes: Uint8Array;
  readonly file: ParsedFile;
}

function planOfFile(manifest: Manifest, read: ReadFile, base: PlanHeader): Plan {
  const { game, bytes, file } = read;
  const { cases } = file;
  const warnings = [...base.warnings, ...file.warnings];
  const milliseconds = millisecondsOf(game, file, bytes.length);
  const header = { ...base, cases: cases.length, milliseconds, game: game.name, warnings };
  if (cases.length === 0) return { header, pieces: [] };
  const aim = aimOf(manifest, milliseconds);
  const rounds = roundsOf(game, file, aim);
  const chunks = planChunks(game, file, chunksFor(milliseconds, bytes.length, aim));
  const cut = pieces(game, bytes, file, chunks).map(({ place, ...piece }) => ({
    ...piece,
    ...place,
    milliseconds: milliseconds / chunks.length,
    problems: [],
    rounds,
  }));
  return { header, pieces: cut };
}
