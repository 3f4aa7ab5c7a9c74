import type { AnyGame } from '../../game.ts';
import type { RandomText } from '../../text/random-text.ts';
import { solveText, type TextOptions, type TextSummary } from '../solve-text.ts';
import { cutRanges } from './cut.ts';
import { ListJoin } from './list-join.ts';
import { openRanges } from './opening.ts';
import { type RangedFile, type RangeJoin, solveRange, type Take } from './ranged-file.ts';
import { RecordJoin } from './record-join.ts';

/** How the ranges of a file are put together. */
export function joinOf(file: RangedFile, take: Take): RangeJoin {
  return file.opening.list === null ? new RecordJoin(file, take) : new ListJoin(file, take);
}

/**
 * Solves a text in at most `count` ranges, one after another: the results of `solveText`, whatever the
 * ranges. Drivers that have several workers do the same with `solveRange` anywhere.
 */
export function solveRanges(
  { game, text, options }: { game: AnyGame; text: RandomText; options: TextOptions },
  count: number,
  take: Take,
): TextSummary {
  const opening = openRanges(game, text, options);
  if (opening === null) return solveText(game, text.from(0, text.size), options, take);
  const file: RangedFile = { game, text, opening, options };
  const join = joinOf(file, take);
  for (const range of cutRanges(text, opening, count)) join.add(solveRange(file, range));
  return join.finish();
}
