import type { Chunk } from '../../core/pipeline/manifest.ts';
import type { ChunkEvent } from '../job/chunk-step.ts';
import type { Solved } from '../job/part.ts';
import type { PieceWork } from '../job/solve-piece.ts';

/** A piece as it travels to another process. */
export type PieceData = Omit<PieceWork, 'now' | 'expired'>;

/** Instances or cases of a piece; `work` is left out where it is that of the order before. */
export interface PieceOrder {
  readonly work?: PieceData;
  readonly range: Chunk;
}

/**
 * A part of a round, or a range of a long file: the process reads and writes storage itself, for a state
 * can be large.
 */
export interface PartOrder {
  readonly event: ChunkEvent;
  readonly stores: StoreNames;
}

/** What `openStore` opens. */
export interface StoreNames {
  readonly inbox: string;
  readonly out: string;
}

export type Order = PieceOrder | PartOrder;

/** An error as it travels back. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
}

/** What a process says of an order; `ready` comes once, at its start. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'solved'; readonly solved: readonly Solved[] }
  /** The solver threw what is no finding about the input. */
  | { readonly kind: 'bug'; readonly error: PlainError }
  /** Something else failed, such as storage: no fault of the unit. */
  | { readonly kind: 'failed'; readonly error: PlainError };

/** Said while an order is at work, when a case begins or ends. */
export interface Tick {
  readonly kind: 'tick';
}

/** There are no two ticks within that time. */
export const TICK_MILLISECONDS = 100;

export function plainError(thrown: unknown): PlainError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: String(thrown) };
  return { name: thrown.name, message: thrown.message };
}
