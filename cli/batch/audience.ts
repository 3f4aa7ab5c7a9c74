import type { Row } from '../../io/results/row.ts';

/** Whoever hears of the rows of a run; each row costs some microseconds to be read for it. */
export interface Audience {
  /** All rows as soon as they are there; absent where nobody wants them. */
  readonly atOnce?: (rows: readonly Row[], cached: boolean) => void;
  /** Whether the rows of the next instances are wanted, in the order of the instances. */
  readonly wantsInOrder: () => boolean;
  /** Whether rows of errors and of differing answers are wanted at all. */
  readonly wantsRemarks: () => boolean;
  /** Rows that were wanted, in the order of the instances. `isAll`: whatever they tell; else for their remarks only. */
  readonly inOrder: (rows: readonly Row[], isAll: boolean) => void;
}
