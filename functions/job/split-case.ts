import type { AnyGame } from '../../core/game.ts';
import { parse } from '../../core/pipeline/parse.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { type LineInstance, lineInstances } from './instances.ts';
import type { Buckets, PlannedPiece } from './manifest.ts';
import { type OpenJob, readUpload } from './open-job.ts';
import { readSettled } from './part.ts';

/** A game whose cases can be cut. */
type SplitGame = AnyGame & { readonly split: NonNullable<AnyGame['split']> };

/** A case that is solved in rounds. */
export interface SplitCase {
  readonly game: SplitGame;
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
  const bytes = await readUpload(world, manifest, piece);
  const start = { index: piece.first, line: piece.line };
  const lines = manifest.kind === 'file' ? [] : lineInstances(manifest, bytes, start);
  const [instance = null] = [...lines];
  const text = instance?.bytes ?? bytes;
  // The plan found the game already, so it is no finding.
  const name = instance?.game ?? plan.header.game;
  const game = (await gameFor(name, text, manifest.options)) as SplitGame;
  const [c] = parse(game, text, manifest.options).cases;
  return { game, c, instance };
}

/** The state of a case before a round. */
export async function stateBefore(
  out: ObjectStore,
  { job }: OpenJob,
  { game, c }: SplitCase,
  { round, piece }: RoundPlace,
): Promise<unknown> {
  if (round === 0) return game.split.start(c);
  const key = jobKeys(job).state(round - 1, piece);
  const address = `${out.address}/${key}`;
  if (lastState?.address === address) return lastState.state;
  lastState = { address, state: game.split.state.decode(await readSettled(out, key)) };
  return lastState.state;
}
