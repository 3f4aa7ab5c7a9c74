import type { Chunk } from '../../core/pipeline/manifest.ts';
import { onlyEntry } from '../job/archive-pack.ts';
import { lineInstances } from '../job/instances.ts';
import type { PlannedPiece } from '../job/manifest.ts';
import type { PieceData } from './orders.ts';

/** What is solved by itself: one instance of lines, or one case of a file. */
export interface Unit {
  /** Of the instance in its job, or the case in its file. */
  readonly index: number;
  /** What its process needs: the line alone, or the file's piece, the same one for all of its cases. */
  readonly work: PieceData;
}

/** The units of a piece, in order. */
export function* unitsOf(work: PieceData): Generator<Unit> {
  const { manifest, piece, bytes } = work;
  if (manifest.kind === 'file') {
    for (let index = piece.first; index <= piece.last; index++) yield { index, work };
    return;
  }
  for (const { index, raw } of lineInstances(manifest, bytes, {
    index: piece.first,
    line: piece.line,
  })) {
    const { start, end } = raw;
    const line: PlannedPiece = {
      ...piece,
      ...{ first: index, last: index, line: raw.line },
      ...{ start: piece.start + start, end: piece.start + end },
      problems: piece.problems.filter(([of]) => of === index),
      ...(piece.entries && { entries: onlyEntry(piece.entries, index - piece.first) }),
    };
    yield { index, work: { ...work, piece: line, bytes: bytes.slice(start, end) } };
  }
}

/** The units within some ranges, each with the one that it lies in; both stand in order. */
export function* unitsWithin(
  ranges: readonly Chunk[],
  work: PieceData,
): Generator<Unit & { readonly range: Chunk }> {
  let at = 0;
  for (const unit of unitsOf(work)) {
    while (at < ranges.length && (ranges[at] as Chunk).last < unit.index) at++;
    const range = ranges[at];
    if (range === undefined) return;
    if (range.first <= unit.index) yield { ...unit, range };
  }
}
