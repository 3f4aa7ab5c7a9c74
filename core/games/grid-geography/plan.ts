import type { Cost } from '../../game.ts';
import { BLOCKED, type Case } from './rules.ts';

/** Ten lists of a byte or a 32-bit number a cell, four 32-bit places for its edges, and the answer. */
const BYTES_PER_CELL = 64;

/** Boards of up to about so many cells stay in the processor's caches. */
const CACHED_CELLS = 10_000;

/** The most visits of a cell that were seen on random boards, in sweeps. */
const MOST_VISITS = 8;

/**
 * A step is a visit of a cell in the caches: six sweeps, and how often the pushes of the matching and
 * their labels come to a cell. That is a fit to random boards: few holes leave few cells to match anew,
 * many holes leave short ways. So is the price of a visit out of order to a cell beyond the caches.
 */
export function cost({ rows, columns, cells }: Case): Cost {
  let blocked = 0;
  for (const cell of cells) if (cell === BLOCKED) blocked++;
  const holes = blocked / cells.length;
  const visits =
    holes === 0 ? 0 : Math.min(0.6 / holes, MOST_VISITS, holes * Math.min(rows, columns));
  const visit = Math.max(1, cells.length / CACHED_CELLS) ** 0.35;
  const steps = Math.ceil(6 * cells.length + visits * (cells.length - blocked) * visit);
  return { steps, bytes: BYTES_PER_CELL * cells.length };
}
