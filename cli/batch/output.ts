import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Audience } from './audience.ts';
import { EarlyLines } from './early-lines.ts';
import { type Former, NOTHING_FORMER } from './former-results.ts';
import { InOrder } from './in-order.ts';
import { isEmpty, type Piece } from './piece.ts';
import type { ResultsFolder } from './results-folder.ts';
import { asPrefix } from './results-path.ts';
import { ResultsStream, rowsOfPiece } from './results-stream.ts';
import { writeWithOthers, writtenBeside } from './rows-beside.ts';
import type { Counts } from './tally.ts';

/** Pieces that may wait for an earlier one, with an entry in memory each. */
const MOST_WAITING = 200_000;

interface OutputOptions {
  /** The run leaves out files that are there: their former rows stay. */
  readonly isPartial: boolean;
  readonly audience: Audience;
}

/** Where the pieces of a run go, in whatever order they come: into the files of its folder, and to its audience. */
export class Output {
  readonly #folder: ResultsFolder | null;
  readonly #options: OutputOptions;
  readonly #early: EarlyLines;
  readonly #inOrder: InOrder;
  readonly #files = new Set<string>();
  #former = NOTHING_FORMER;
  #stream: ResultsStream | null = null;
  #wasUnfinished = false;
  /** Something is there that does not stand in the files of former rows. */
  #hasRows = false;
  #scratch: string | null = null;

  /** Without a folder nothing stays. */
  constructor(folder: ResultsFolder | null, options: OutputOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#early = folder?.earlyLines() ?? new EarlyLines(() => this.#scratchFile());
    this.#inOrder = new InOrder(this.#early, (piece) => this.#take(piece));
  }

  /** What is known from earlier runs. */
  get former(): Former {
    return this.#former;
  }

  /** The folder of all answers if it is new, with a slash at its end. */
  get newFolder(): string | null {
    return this.#folder?.isNew === true ? asPrefix(this.#folder.path) : null;
  }

  /** Takes the folder for this run, and reads what earlier ones left there. */
  open(): void {
    const folder = this.#folder;
    if (folder === null) return;
    this.#wasUnfinished = folder.isUnfinished();
    folder.open();
    this.#former = folder.former();
    const last = this.#former.paths.indexOf(folder.results);
    this.#stream = new ResultsStream(this.#former.paths, last < 0 ? null : last, () =>
      folder.begin(),
    );
    // In a new folder there will be files; they are begun while the workers start.
    if (folder.isNew) setImmediate(() => this.#stream?.files());
  }

  /** Tells that the run has instances of a file. */
  begin(file: string): void {
    this.#files.add(file);
  }

  put(piece: Piece): void {
    const { atOnce } = this.#options.audience;
    if (atOnce !== undefined) {
      for (const rows of rowsOfPiece(this.#former.paths, piece)) {
        atOnce(rows, piece.cached);
      }
    }
    this.#inOrder.put(piece);
  }

  /** Whether so much waits for an earlier piece that no more should be begun. */
  isFull(): boolean {
    return this.#inOrder.waiting > MOST_WAITING;
  }

  /** Puts the results in their place, unless the last run left the same. */
  async finish(counts: Counts): Promise<void> {
    this.#end();
    const [folder, stream] = [this.#folder, this.#stream];
    if (folder === null || stream === null) return;
    if (this.#isUnchanged(counts)) {
      stream.discard();
      folder.close();
      return;
    }
    const own = stream.files();
    if (!this.#options.isPartial || this.#former.paths.length === 0) {
      await folder.finish(own, writtenBeside(this.#former, this.#files));
      return;
    }
    const merged = folder.beginMerge();
    const known = writeWithOthers(merged, own.resultsPath, this.#former, this.#files);
    await folder.finish(merged, writtenBeside(this.#former, known));
  }

  /** Lays down what came before its turn: the process is about to end. */
  storeWaiting(): void {
    this.#inOrder.storeWaiting();
  }

  /** Leaves the folder as a run that was broken off, for the next one to go on. */
  leave(): void {
    this.#end();
  }

  #end(): void {
    this.#inOrder.finish();
    if (this.#scratch !== null) rmSync(this.#scratch, { recursive: true });
  }

  /** True when the results of the last run hold exactly these instances, all of them still valid. */
  #isUnchanged({ cached, cases }: Counts): boolean {
    const isSame = this.#options.isPartial || this.#stream?.unchanged !== null;
    const { rows } = this.#former;
    const isAll = this.#options.isPartial || cases === rows;
    const isWhole = this.#folder?.isWhole() === true;
    return !this.#wasUnfinished && isWhole && cached === cases && isAll && isSame && !this.#hasRows;
  }

  #take(piece: Piece): void {
    if (isEmpty(piece)) return;
    if (!('former' in piece.results)) this.#hasRows = true;
    this.#stream?.write(piece);
    const { audience } = this.#options;
    const isAll = audience.wantsInOrder();
    if (!isAll && (!piece.hasRemarks || !audience.wantsRemarks())) return;
    for (const rows of rowsOfPiece(this.#former.paths, piece)) audience.inOrder(rows, isAll);
  }

  /** For a run that has no folder: of nobody's concern, and gone with it. */
  #scratchFile(): string {
    this.#scratch = mkdtempSync(join(tmpdir(), 'nimbus-'));
    return join(this.#scratch, 'early.jsonl');
  }
}
