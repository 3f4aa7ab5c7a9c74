import { itemAt } from '../../../cli/batch/packed-items.ts';
import { type Piece, PieceMaker } from '../../../cli/batch/piece.ts';
import { Tally } from '../../../cli/batch/tally.ts';
import { ITEMS, type Task, type TaskResult } from '../../../cli/batch/task.ts';

/** A worker that never ends on a file named `stuck` and dies on one named `deadly`. */
export default function misbehave({ items, begun }: Task): TaskResult {
  const all = Array.from({ length: items.count }, (_, at) => itemAt(items, at));
  const pieces = all.flatMap(({ index, file }): readonly Piece[] => {
    Atomics.add(begun, ITEMS, 1);
    while (file === 'stuck') Atomics.load(begun, 0);
    if (file === 'deadly') process.exit(1);
    const maker = new PieceMaker();
    maker.addCached(index, []);
    return maker.finish();
  });
  return { done: items.count, pieces, counts: new Tally().counts, later: [] };
}
