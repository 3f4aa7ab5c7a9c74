import type { AnyGame } from '../../core/game.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import { InvariantError } from '../../core/text/errors.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { readPiece } from './archive-pack.ts';
import { type LineInstance, lineInstances } from './instances.ts';
import type { Buckets, PlannedPiece } from './manifest.ts';
import type { OpenJob } from './open-job.ts';
import { readSettled } from './part.ts';
import { askedIn } from './solve-piece.ts';
import { TableState } from './table-state.ts';

/** A case that is solved in rounds. */
export interface SplitCase {
  readonly game: AnyGame;
  readonly c: unknown;
  /** The line that it stands in; null for a file. */
  readonly instance: LineInstance | null;
}

/** A round of the case of a piece, by the number of the piece. */
export interface RoundPlace {
  readonly round: number;
  readonly piece: number;
}

/** The case, and the state, that a function worked on last: its next chunk is mostly of the same ones. */
let lastCase: { readonly address: string; readonly split: SplitCase } | null = null;
let lastState: { readonly address: string; readonly state: unknown } | null = null;
let lastTable: { readonly address: string; readonly state: TableState } | null = null;

/** The only case of a piece that is solved in rounds. */
export async function splitCase(world: Buckets, open: OpenJob, number: number): Promise<SplitCase> {
  const address = `${world.out.address}/${open.job}/${number}`;
  if (lastCase?.address !== address) {
    lastCase = { address, split: await readCase(world, open, number) };
  }
  return lastCase.split;
}

async function readCase(world: Buckets, { manifest, plan }: OpenJob, number: number) {
  const piece = plan.pieces[number] as PlannedPiece;
  const bytes = await readPiece(world, manifest, piece);
  const start = { index: piece.first, line: piece.line };
  const lines = manifest.kind === 'file' ? [] : lineInstances(manifest, bytes, start);
  const [instance = null] = [...lines];
  const text = instance?.bytes ?? bytes;
  // The plan found the game already, so it is no finding.
  const name = instance?.game ?? plan.header.game;
  const game = (await gameFor(
    name,
    text,
    instance === null ? manifest.options : askedIn(instance, manifest.options),
  )) as AnyGame;
  const [c] = parse(game, text, manifest.options).cases;
  return { game, c, instance };
}

/** The table of a case; null where it has none, but a state that is merged. */
export function tableOf(
  out: ObjectStore,
  open: OpenJob,
  { game: { table }, c }: SplitCase,
  piece: number,
): TableState | null {
  if (table === undefined) return null;
  const address = `${out.address}/${open.job}/${piece}`;
  if (lastTable?.address !== address) {
    lastTable = { address, state: new TableState({ out, open, piece, table, c }) };
  }
  return lastTable.state;
}

/** How a case without a table is cut. */
export function splitOf({ game }: SplitCase): NonNullable<AnyGame['split']> {
  if (game.split !== undefined) return game.split;
  throw new InvariantError(`${game.name}: a case in rounds of a game that is not split`);
}

/** The state of a case before a round. */
export async function stateBefore(
  out: ObjectStore,
  { job }: OpenJob,
  split: SplitCase,
  { round, piece }: RoundPlace,
): Promise<unknown> {
  const { start, state } = splitOf(split);
  if (round === 0) return start(split.c);
  const key = jobKeys(job).state(round - 1, piece);
  const address = `${out.address}/${key}`;
  if (lastState?.address === address) return lastState.state;
  lastState = { address, state: state.decode(await readSettled(out, key)) };
  return lastState.state;
}
