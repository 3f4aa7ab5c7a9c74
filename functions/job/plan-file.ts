import { gunzipSync, gzipSync } from 'node:zlib';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { Plan, PlanHeader, PlannedPiece } from './manifest.ts';

/** Writes the plan of a job, or takes the one that is there: whichever came first holds. */
export async function settlePlan(out: ObjectStore, job: string, plan: Plan): Promise<Plan> {
  const lines = [plan.header, ...plan.pieces].map((each) => `${JSON.stringify(each)}\n`);
  const body = gzipSync(lines.join(''));
  if ((await out.put(jobKeys(job).plan, body, { once: true })) === 'written') return plan;
  return (await readPlan(out, job)) ?? plan;
}

/** The plan of a job; null where there is none yet. */
export async function readPlan(out: ObjectStore, job: string): Promise<Plan | null> {
  const object = await out.get(jobKeys(job).plan);
  if (object === null) return null;
  const [header, ...pieces] = new TextDecoder()
    .decode(gunzipSync(object.body))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { header: header as PlanHeader, pieces: pieces as PlannedPiece[] };
}
