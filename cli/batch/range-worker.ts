import { workerData } from 'node:worker_threads';
import { loadGame } from '../../core/games/index.ts';
import { openRanges } from '../../core/pipeline/ranges/opening.ts';
import { type RangedFile, solveRange } from '../../core/pipeline/ranges/ranged-file.ts';
import type { CaseResult } from '../../core/pipeline/solve-case.ts';
import { solveText } from '../../core/pipeline/solve-text.ts';
import { InvariantError } from '../../core/text/errors.ts';
import { FileText } from '../../io/file-text.ts';
import { packResults } from './packed-results.ts';
import type { LongFile, PackedRange, RangeTask, Whole } from './range-task.ts';
import type { WorkerData } from './task.ts';

const { options } = workerData as WorkerData;
const how = {
  lenient: options.lenient,
  budget: options.budget,
  now: () => performance.now(),
};

/** The file whose ranges are solved now: its opening is read once a thread. */
let last: { readonly path: string; readonly text: FileText; readonly file: RangedFile } | null =
  null;

/** Solves one range of a long file. */
export async function solveFileRange({ range, ...long }: RangeTask): Promise<PackedRange> {
  const { content, ...result } = solveRange(await ranged(long), range);
  if (content.kind === 'list') return { ...result, content, packed: null };
  const { results, ...others } = content;
  return { ...result, content: { ...others, results: [] }, packed: packResults(results) };
}

async function ranged({ path, game: name }: LongFile): Promise<RangedFile> {
  if (last?.path === path) return last.file;
  last?.text.close();
  const [game, text] = [await loadGame(name), new FileText(path)];
  const opening = openRanges(game, text, how);
  if (opening === null) throw new InvariantError(`${path}: a range of a file that has none`);
  last = { path, text, file: { game, text, opening, options: how } };
  return last.file;
}

/** Solves a long file that has no ranges, for something is wrong before its first case. */
export async function solveWholeFile({ path, game: name }: LongFile): Promise<Whole> {
  const [game, text] = [await loadGame(name), new FileText(path)];
  const results: CaseResult[] = [];
  const summary = solveText(game, text.from(0, text.size), how, (result) => results.push(result));
  text.close();
  return { packed: packResults(results), summary };
}
