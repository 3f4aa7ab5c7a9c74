import pMap from 'p-map';
import { coverOf } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import { DISAGREEMENT, type Finding } from '../../core/text/errors.ts';
import { claimKey, jobKeys, roundPartOf } from '../../io/keys.ts';
import { isInfrastructure } from '../../io/results/infrastructure.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { uploadHash } from '../../io/uploads.ts';
import { type Manifest, type Plan, readManifest } from './manifest.ts';
import { refuseOtherVersion } from './open-job.ts';
import { readPart, type Solved } from './part.ts';
import { inPieces, partsByPiece } from './piece-parts.ts';
import { readPlan } from './plan-file.ts';
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
  const { good, spoiled } = plan === null ? NOTHING : await review(out, job, { plan, again });
  const open = plan === null ? 1 : openPieces(plan, good);
  if (open === 0) return null;
  const from = jobKeys(job);
  const to = jobKeys(next);
  const copies = good.flat().map((range) => [from.part(range), to.part(range)] as const);
  await pMap(copies, ([source, target]) => copy(out, source, target, true), AT_ONCE);
  if (plan !== null) {
    await copyRounds(out, job, next, { plan, spoiled });
    await copy(out, from.plan, to.plan, false);
  }
  await settle(out, { ...manifest, job: next });
  return { job: next, kept: copies.length, pieces: open };
}

/** What a job that is done leaves to the next generation. */
interface Review {
  /** The parts of each piece that are taken over. */
  readonly good: readonly (readonly Chunk[])[];
  /** Pieces on which two of our own ways disagree: any part of their rounds may be wrong. */
  readonly spoiled: ReadonlySet<number>;
}

const NOTHING: Review = { good: [], spoiled: new Set() };

async function review(
  out: ObjectStore,
  job: string,
  { plan, again }: { readonly plan: Plan; readonly again: Again },
): Promise<Review> {
  const pieces = await partsByPiece({ out }, job, plan);
  const parts = pieces.flatMap((ranges, piece) => ranges.map((range) => ({ piece, range })));
  const found = await pMap(
    parts,
    async (part) => ({
      ...part,
      findings: (await readPart(out, job, part.range)).flatMap(findingsOf),
    }),
    AT_ONCE,
  );
  const kept = found.filter(({ findings }) => isKept(findings, again));
  const disagreeing = found.filter(({ findings }) =>
    findings.some(({ rule }) => rule === DISAGREEMENT),
  );
  return {
    good: inPieces(
      plan.pieces,
      kept.map(({ range }) => range),
    ),
    spoiled: new Set(disagreeing.map(({ piece }) => piece)),
  };
}

function findingsOf({ problem, results, range }: Solved): readonly Finding[] {
  const report = range?.content.kind === 'list' ? range.content.report : null;
  return [...results.errors.values(), ...[problem, report].filter((each) => each !== null)];
}

function isKept(findings: readonly Finding[], again: Again): boolean {
  return again === 'failed' ? findings.length === 0 : !findings.some(isInfrastructure);
}

function openPieces({ pieces }: Plan, parts: readonly (readonly Chunk[])[]): number {
  return pieces.filter((piece, number) => coverOf(piece, parts[number] ?? []).missing.length > 0)
    .length;
}

/** A case that is solved in rounds goes on from the last of them. */
async function copyRounds(
  out: ObjectStore,
  job: string,
  next: string,
  { plan, spoiled }: Pick<Review, 'spoiled'> & { readonly plan: Plan },
): Promise<void> {
  if (splitPieces(plan).length === 0) return;
  const from = jobKeys(job).root;
  const to = jobKeys(next).root;
  const keys: string[] = [];
  for await (const { key } of out.list(`${from}rounds/`)) {
    const piece = roundPartOf(key)?.piece;
    if (piece === undefined || !spoiled.has(piece)) keys.push(key.slice(from.length));
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
