import { ITEMS, type Task, type TaskResult } from '../../../cli/batch/task.ts';

/** A worker that never ends on a file named `stuck` and dies on one named `deadly`. */
export default function misbehave({ items, begun }: Task): TaskResult[] {
  return items.map(({ index, file }) => {
    Atomics.add(begun, ITEMS, 1);
    while (file === 'stuck') Atomics.load(begun, 0);
    if (file === 'deadly') process.exit(1);
    return { index, rows: [], differs: false };
  });
}
