import { differs } from '../../io/results/differing.ts';
import type { Row } from '../../io/results/row.ts';
import { lacksSidecar } from './answer-file.ts';
import { Deliverer } from './delivery.ts';
import { FormerResults } from './former-results.ts';
import type { Instance } from './instance.ts';
import { fileSize } from './instances.ts';
import { type Piece, PieceMaker } from './piece.ts';
import type { SolveAllOptions } from './solve-all.ts';
import { keyOfLong, type LongSolver, resultsOfLong, rowsOfLong } from './solve-long.ts';
import { Tally } from './tally.ts';

/**
 * Solves long files one after another, each by all workers, when all others are done: so whatever comes of
 * them comes in the order of the instances, and passes on as it is.
 */
export async function solveLongFiles(
  items: readonly Instance[],
  options: SolveAllOptions,
): Promise<void> {
  if (items.length === 0) return;
  const { task, former, newFolder, jobs, report, stopped } = options;
  const known = new FormerResults(former);
  const deliverer = new Deliverer({ options: task, newFolder }, known);
  const solver = { pool: await options.pool(), jobs, task, deliverer };
  for (const item of items.toSorted((a, b) => a.index - b.index)) {
    if (stopped()) return;
    // What earlier runs know of it goes by its content, which is hashed first where there is any.
    const key = known.isEmpty ? null : await keyOf(item, solver);
    const isWritten = !lacksSidecar(item.answer, task);
    if (key !== null && isWritten && recalled(item, key, { known, report })) continue;
    await solveLong(item, key, { solver, report });
  }
}

type Key = Awaited<ReturnType<typeof keyOfLong>>;

async function keyOf(item: Instance, solver: LongSolver): Promise<Key> {
  const { path } = item.source as { readonly path: string };
  return keyOfLong(item, path, solver);
}

interface Solving {
  readonly solver: LongSolver;
  readonly report: SolveAllOptions['report'];
}

/** Hashes the file on the way where that was not done before. */
async function solveLong(
  item: Instance,
  key: Key | null,
  { solver, report }: Solving,
): Promise<void> {
  const { path } = item.source as { readonly path: string };
  const [known, result] = await Promise.all([
    key ?? keyOf(item, solver),
    resultsOfLong({ path, game: item.game ?? '' }, solver),
  ]);
  for (const rows of rowsOfLong(item, known, result, solver)) {
    report(outcomeOf(item.index, rows, 0));
  }
  report(outcomeOf(item.index, [], 1));
}

/** Some rows of an instance; `count` is 1 when all were there. */
function outcomeOf(first: number, rows: readonly Row[], count: 0 | 1) {
  const hasRemarks = rows.some((row) => row.status === 'error' || differs(row));
  const piece: Piece = { first, count, results: { rows }, cached: false, hasRemarks };
  const tally = new Tally();
  tally.add({ rows, cached: false });
  tally.counts.instances = count;
  return { pieces: [piece], counts: tally.counts };
}

interface Recalling {
  readonly known: FormerResults;
  readonly report: SolveAllOptions['report'];
}

/** True for a file that an earlier run has answered. */
function recalled(item: Instance, { key }: Key, { known, report }: Recalling): boolean {
  const { path } = item.source as { readonly path: string };
  const size = fileSize(path);
  const { reason, rows, place } = known.lookUp(item, key);
  if (reason !== 'cached') return false;
  const pieces = new PieceMaker();
  if (place === null) pieces.addCached(item.index, rows);
  else pieces.addFormer(item.index, place);
  const tally = new Tally();
  tally.add({ rows, cached: true, bytes: size });
  report({ pieces: pieces.finish(), counts: tally.counts });
  return true;
}
