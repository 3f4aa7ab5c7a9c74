/** What a sick instance of delete-nim does where plant.ts is at work, by its second heap; its first one is SICK. */
export const DEEDS = {
  bytes: 1,
  objects: 2,
  exit: 3,
  loop: 4,
  throws: 5,
  /** Harmless by itself, but it leaves something behind for `victim`, which is solved without that. */
  spoils: 6,
  victim: 7,
  /** Solved, after SLOW_MILLISECONDS. */
  slow: 8,
} as const;

export type Deed = keyof typeof DEEDS;

export const SICK = 666;

export const SLOW_MILLISECONDS = 400;

/** Second heaps from here on: endless where SICK_ENDLESS names them, else solved as always. */
export const ENDLESS = 100;
