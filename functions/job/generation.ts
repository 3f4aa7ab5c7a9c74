import pMap from 'p-map';
import { coverOf } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import { DISAGREEMENT } from '../../core/text/errors.ts';
import { claimKey, jobKeys, roundPartOf } from '../../io/keys.ts';
import { isInfrastructure } from '../../io/results/infrastructure.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { uploadHash } from '../../io/uploads.ts';
import { type Manifest, type Plan, readManifest } from './manifest.ts';
import { refuseOtherVersion } from './open-job.ts';
import { readPart, type Solved } from './part.ts';
import { readPlan } from './plan-file.ts';
import { inPieces, partsByPiece } from './plan-step.ts';
import { splitPieces } from './tasks.ts';

/** Requests at once. */
const AT_ONCE = { concurrency: 16 };

/** Which errors of a job that is done are tried again: those of the machines, or all of them. */
export type Again = 'infrastructure' | 'failed';

/** A job that was set up from one that is done. */
export interface NextGeneration {
  readonly job: string;
  /** Parts that were taken over, and pieces of the plan that are to be solved. */
  readonly kept: number;
  readonly pieces: number;
}

/** The id of a job and its generation: `ID` is the first, `ID/g2` the second. */
export function generationOf(job: string): { readonly id: string; readonly generation: number } {
  const match = /^(.+)\/g([2-9]|[1-9]\d+)$/.exec(job);
  if (match === null) return { id: job, generation: 1 };
  return { id: match[1] as string, generation: Number(match[2]) };
}

export function generationName(id: string, generation: number): string {
  return generation === 1 ? id : `${id}/g${generation}`;
}

/** The generations of a job that were started, oldest first; none where there is no such job. */
export async function generationsOf(out: ObjectStore, id: string): Promise<string[]> {
  const names: string[] = [];
  for (let generation = 1; ; generation++) {
    const name = generationName(id, generation);
    if ((await out.head(jobKeys(name).manifest)) === null) return names;
    names.push(name);
  }
}

/**
 * Sets up the generation after one that is done: the same manifest and plan, and every part without an
 * error that is to be tried again. Null where there is none. The manifest comes last, so that a
 * generation is there as a whole or not at all; the one before stays as it is. Throws VersionError for a
 * job of other solvers: nobody could go on with it.
 */
export async function nextGeneration(
  out: ObjectStore,
  job: string,
  again: Again,
): Promise<NextGeneration | null> {
  const [manifest, plan] = await Promise.all([readManifest(out, job), readPlan(out, job)]);
  refuseOtherVersion(manifest);
  const { id, generation } = generationOf(job);
  const next = generationName(id, generation + 1);
  const good = plan === null ? [] : await goodParts(out, job, { plan, again });
  const open = plan === null ? 1 : openPieces(plan, good);
  if (open === 0) return null;
  const from = jobKeys(job);
  const to = jobKeys(next);
  const copies = good.flat().map((range) => [from.part(range), to.part(range)] as const);
  await pMap(copies, ([source, target]) => copy(out, source, target, true), AT_ONCE);
  if (plan !== null) {
    await copyRounds(out, job, next, await unspoiled(out, job, plan));
    await copy(out, from.plan, to.plan, false);
  }
  await settle(out, { ...manifest, job: next });
  return { job: next, kept: copies.length, pieces: open };
}

/** The parts of each piece that are taken over. */
async function goodParts(
  out: ObjectStore,
  job: string,
  { plan, again }: { readonly plan: Plan; readonly again: Again },
): Promise<Chunk[][]> {
  const pieces = await partsByPiece({ out }, job, plan);
  const isGood = async (range: Chunk) => (await readPart(out, job, range)).every(isKept(again));
  const parts = pieces.flat();
  const good = await pMap(parts, isGood, AT_ONCE);
  return inPieces(
    plan.pieces,
    parts.filter((_, at) => good[at]),
  );
}

function isKept(again: Again): (solved: Solved) => boolean {
  return ({ problem, results }) => {
    const findings = [...results.errors.values(), ...(problem === null ? [] : [problem])];
    return again === 'failed' ? findings.length === 0 : !findings.some(isInfrastructure);
  };
}

function openPieces({ pieces }: Plan, parts: readonly (readonly Chunk[])[]): number {
  return pieces.filter((piece, number) => coverOf(piece, parts[number] ?? []).missing.length > 0)
    .length;
}

/** The pieces in rounds whose parts may be right: where two of our own ways disagree, any of them may be wrong. */
async function unspoiled(out: ObjectStore, job: string, plan: Plan): Promise<ReadonlySet<number>> {
  const parts = await partsByPiece({ out }, job, plan);
  const disagrees = async (range: Chunk) =>
    (await readPart(out, job, range)).some(({ results }) =>
      [...results.errors.values()].some(({ rule }) => rule === DISAGREEMENT),
    );
  const good = new Set<number>();
  for (const [piece] of splitPieces(plan)) {
    const found = await pMap(parts[piece] ?? [], disagrees, AT_ONCE);
    if (!found.includes(true)) good.add(piece);
  }
  return good;
}

/** A case that is solved in rounds goes on from the last of them. */
async function copyRounds(
  out: ObjectStore,
  job: string,
  next: string,
  pieces: ReadonlySet<number>,
): Promise<void> {
  if (pieces.size === 0) return;
  const from = jobKeys(job).root;
  const to = jobKeys(next).root;
  const keys: string[] = [];
  for await (const { key } of out.list(`${from}rounds/`)) {
    const piece = roundPartOf(key)?.piece;
    if (piece === undefined || pieces.has(piece)) keys.push(key.slice(from.length));
  }
  await pMap(keys, (key) => copy(out, from + key, to + key, true), AT_ONCE);
}

/** With its metadata, which has the digest that a second writer is held to. */
async function copy(
  out: ObjectStore,
  source: string,
  target: string,
  scratch: boolean,
): Promise<void> {
  const object = await out.get(source);
  if (object === null) return;
  const { body, metadata } = object;
  await out.put(target, body, { once: true, metadata, scratch });
}

/** The claim tells the sweeper of it. */
async function settle(out: ObjectStore, manifest: Manifest): Promise<void> {
  const { job, upload } = manifest;
  await out.put(jobKeys(job).manifest, JSON.stringify(manifest), { once: true });
  await out.put(claimKey(uploadHash(upload), job), '', { once: true });
}
