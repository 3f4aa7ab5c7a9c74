import type { Plan, PlannedPiece } from './manifest.ts';

/** What a chunk number stands for in its round: a piece solved whole, or one part of a piece's round. */
export interface ChunkTask {
  /** Index of the piece. */
  readonly piece: number;
  /** Null for a piece that is solved whole. */
  readonly part: number | null;
}

/** How many rounds a job has; pieces that are solved whole belong to the first. */
export function roundsOf({ pieces }: Plan): number {
  return pieces.reduce((most, { rounds }) => Math.max(most, rounds?.length ?? 0), 1);
}

/** The task of each chunk number of a round: first the whole pieces of round 0, then the parts. */
export function tasksOf({ pieces }: Plan, round: number): readonly ChunkTask[] {
  const whole: ChunkTask[] = [];
  const parts: ChunkTask[] = [];
  for (const [piece, { rounds }] of pieces.entries()) {
    if (rounds === null && round === 0) whole.push({ piece, part: null });
    const count = rounds?.[round]?.parts ?? 0;
    for (let part = 0; part < count; part++) parts.push({ piece, part });
  }
  return [...whole, ...parts];
}

/** The pieces that are solved in rounds, with their indices. */
export function splitPieces({ pieces }: Plan): readonly (readonly [number, PlannedPiece])[] {
  return [...pieces.entries()].filter(([, { rounds }]) => rounds !== null);
}
