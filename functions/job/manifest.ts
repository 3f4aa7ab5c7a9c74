import type { RoundRange } from '../../core/table-split.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import type { Placed } from '../../io/containers/contents.ts';
import type { Packing } from '../../io/containers/packed.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { readJson } from '../../io/stores/read-json.ts';
import type { JobOptions, UploadName } from '../../io/uploads.ts';
import { UnknownJobError } from './errors.ts';

/** The two buckets: what users upload, which is only read, and what comes of it. */
export interface Buckets {
  readonly inbox: ObjectStore;
  readonly out: ObjectStore;
}

/** What an upload holds: one file of a judge, JSON Lines, or the files of a batch: as lines, or an archive. */
export type Kind = 'file' | 'lines' | 'pack' | 'zip' | 'tar';

/** `manifest.json`: everything that was settled when a job was taken on. */
export interface Manifest {
  readonly v: 1;
  readonly job: string;
  readonly upload: UploadName & { readonly size: number };
  /** Path as the results name it: below the inbox. */
  readonly file: string;
  readonly kind: Kind;
  /** How all of it is packed, unless it is a zip; absent where it is not. */
  readonly packing?: Packing;
  /** About the upload beside its content. */
  readonly warnings?: readonly Warning[];
  /** The game of the file, or of the lines that name none; null where the content has to tell. */
  readonly game: string | null;
  readonly options: JobOptions;
  /** Versions of the solvers; a function with others refuses to work on the job. */
  readonly solvers: string;
  /** Version of nimbus. */
  readonly version: string;
  /** The state machine that a large job runs on. */
  readonly machine: string | null;
  /** Aimed length of a chunk. */
  readonly chunkSeconds: number;
  /** How long files are cut, where it is not as usual. */
  readonly ranges?: RangeSettings;
  readonly created: string;
}

/** How long files are cut into ranges of their bytes. */
export interface RangeSettings {
  /** Files of more bytes. */
  readonly from: number;
  /** Of a range, unless there would be too many. */
  readonly bytes: number;
}

/** First line of `plan.jsonl.gz`. */
export interface PlanHeader {
  readonly v: 1;
  /** Of the upload; empty where it is planned by ranges, and is hashed when its results are put together. */
  readonly sha256: string;
  readonly instances: number;
  /** Of a file; null for lines and for ranges of a file, whose cases are counted as they are solved. */
  readonly cases: number | null;
  /** Estimated work of one core of the machine where the games were measured. */
  readonly milliseconds: number;
  /** The game of a file, where it is known. */
  readonly game: string | null;
  /** About a file as a whole. */
  readonly warnings: readonly Warning[];
  readonly ms_parse: number;
  /** Why a file is of no use at all. */
  readonly problem: Finding | null;
}

/**
 * A further line of `plan.jsonl.gz`: what one chunk solves. Indices are those of instances for lines
 * and packs, those of cases for a file; a range of a long file is one piece, whose index is its number.
 */
export interface PlannedPiece {
  readonly first: number;
  readonly last: number;
  /** Bytes of the upload, unpacked; `end` is not included. Of an archive, of its files one after another. */
  readonly start: number;
  readonly end: number;
  /** Where `start` is. */
  readonly line: number;
  readonly column: number;
  /** What the codec needs before the bytes of a file's piece. */
  readonly head: string;
  readonly milliseconds: number;
  /** Instances that are of no use for reasons outside of their piece. */
  readonly problems: readonly (readonly [number, Finding])[];
  /** Of a case that is solved in parts: per round, how many were asked for and how many there are. */
  readonly rounds: readonly RoundSize[] | null;
  /** Of an archive: where the instances lie. */
  readonly entries?: readonly PlannedEntry[];
}

/** A file in an archive, or a run of the lines of one. */
export interface PlannedEntry extends Placed {
  /** As the results name it. */
  readonly file: string;
  readonly game: string | null;
  /** Of a JSON Lines file, whether its lines may not name a game of their own; null for one instance. */
  readonly isForced: boolean | null;
  readonly answer: string | null;
  readonly warnings: readonly Warning[];
  readonly problem: Finding | null;
  /** Of a JSON Lines file: how many of its instances come after how many others. */
  readonly lines: { readonly skip: number; readonly count: number } | null;
}

export interface RoundSize {
  readonly wanted: number;
  readonly parts: number;
  /** Of a case that fills a table: rounds of the game, one after another, that are one round of the job. */
  readonly of?: RoundRange;
}

export interface Plan {
  readonly header: PlanHeader;
  readonly pieces: readonly PlannedPiece[];
}

/** The manifest of a job. Throws where there is none. */
export async function readManifest(out: ObjectStore, job: string): Promise<Manifest> {
  const { manifest: key } = jobKeys(job);
  const manifest = await readJson<Manifest>(out, key);
  if (manifest !== null) return manifest;
  throw new UnknownJobError(`${out.address}/${key}: found no such object`);
}
