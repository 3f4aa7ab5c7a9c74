import { workerData } from 'node:worker_threads';
import type { Instance } from './instance.ts';
import { InstanceSolver, WITHOUT_BOUNDS } from './instance-solver.ts';
import { itemAt, type PackedItems } from './packed-items.ts';
import { CASES, ITEMS, type Task, type TaskResult, type WorkerData } from './task.ts';

export { hashOfFile } from '../../io/file-hash.ts';
export { solveFileRange, solveWholeFile } from './range-worker.ts';

const solver = new InstanceSolver(workerData as WorkerData);

/** So much is lost at the most when the process ends. */
const TURN_MILLISECONDS = 100;

/** Solves the instances of one task, as many as their time allows. */
export default async function work({ items, begun, threads }: Task): Promise<TaskResult> {
  return solver.solve({
    items: unpacked(items),
    threads,
    milliseconds: TURN_MILLISECONDS,
    most: WITHOUT_BOUNDS,
    attempt: (work) => work(),
    begin: () => Atomics.add(begun, ITEMS, 1),
    tick: () => Atomics.add(begun, CASES, 1),
  });
}

/** Tells that the worker is there, with all that it needs. */
export function awake(): void {}

function* unpacked(items: PackedItems): Generator<Instance> {
  for (let at = 0; at < items.count; at++) yield itemAt(items, at);
}
