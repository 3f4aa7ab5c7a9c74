import { workerData } from 'node:worker_threads';
import { itemAt, type PackedItems } from './packed-items.ts';
import { type PlannedBatch, Planner, type PlannerData } from './planner.ts';

const planner = new Planner(workerData as PlannerData);

/** Plans some instances. */
export default function planBatch(items: PackedItems): Promise<PlannedBatch> {
  return planner.batch(Array.from({ length: items.count }, (_, at) => itemAt(items, at)));
}
