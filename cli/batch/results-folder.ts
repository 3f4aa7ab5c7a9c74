import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeAtomically } from '../../io/atomic-write.ts';
import { ownMark, runningOf } from '../../io/process-mark.ts';
import { RefusedError, UsageError } from '../failures.ts';
import { EarlyLines } from './early-lines.ts';
import { type Former, formerOf } from './former-results.ts';
import { refuseForeignResults } from './own-files.ts';
import { type Provenance, ResultFiles } from './result-files.ts';
import { resultsPath } from './results-path.ts';

const NAMES = ['results.jsonl', 'errors.jsonl', 'summary.csv', 'summary.parquet'];

/** Results that grow, and results that came before their turn; a number for those of runs that were broken off. */
const JOURNAL = /^(journal|early)(-(\d+))?\.jsonl$/;

/** Results of a run together with those of others, while they are written. */
const MERGED = 'merged.jsonl';

/** What nimbus wrote for files that do not stand in the results: names and hashes. */
export type Written = Iterable<readonly [string, string]>;

/** The folder of results.jsonl, errors.jsonl and the summaries, and of what lives only during a run. */
export class ResultsFolder {
  readonly path: string;
  /** Of the last whole run. */
  readonly results: string;
  /** Whether it was there before anything of this run. */
  readonly isNew: boolean;
  readonly #working: string;
  readonly #written: string;
  readonly #provenance: Provenance;

  constructor(path: string, provenance: Provenance = {}) {
    this.#provenance = provenance;
    this.path = path;
    this.isNew = !existsSync(path);
    this.results = join(path, 'results.jsonl');
    this.#working = join(path, '.nimbus');
    this.#written = join(this.#working, 'written.jsonl');
  }

  /** What the last whole run left, and runs that were broken off after it. */
  former(): Former {
    const journals = this.#journals().map((name) => join(this.#working, name));
    return formerOf({ results: this.results, written: this.#written, journals });
  }

  /** Whether a run was broken off before it wrote its results. */
  isUnfinished(): boolean {
    return this.#journals().length > 0;
  }

  /**
   * Makes the folder and takes it for this run. Throws UsageError where it is no folder, RefusedError
   * where another run is at work in it or where files that are not ours bear the names of results.
   */
  open(): void {
    if (existsSync(this.path) && !statSync(this.path).isDirectory()) {
      throw new UsageError(`${this.path}: output: found a file, allowed a folder`);
    }
    refuseForeignResults(this.path);
    makeFolder(this.#working);
    this.#lock();
    this.#putAside();
  }

  /** Two runs in one folder would write each other's files. */
  #lock(): void {
    const lock = join(this.#working, 'lock');
    const owner = existsSync(lock) ? runningOf(readFileSync(lock, 'utf8')) : null;
    if (owner !== null) {
      throw new RefusedError(
        `${this.path}: locked: found process ${owner} at work in it, allowed one run at a time (${lock})`,
      );
    }
    writeFileSync(lock, ownMark());
  }

  /** What a run left that was broken off is kept until one comes to its end: this one may be broken off sooner. */
  #putAside(): void {
    const journals = this.#journals();
    const next = Math.max(0, ...journals.map(numberOf).filter(Number.isFinite)) + 1;
    for (const name of journals) {
      if (Number.isFinite(numberOf(name))) continue;
      const aside = name.replace('.jsonl', `-${next}.jsonl`);
      renameSync(join(this.#working, name), join(this.#working, aside));
    }
  }

  /** Names, those of the newest run first. */
  #journals(): string[] {
    const names = existsSync(this.#working) ? readdirSync(this.#working) : [];
    return names
      .filter((name) => JOURNAL.test(name))
      .sort((a, b) => numberOf(b) - numberOf(a) || (a < b ? -1 : 1));
  }

  /** Whether the files of results are there. */
  isWhole(): boolean {
    return NAMES.every((name) => existsSync(join(this.path, name)));
  }

  /** The files of this run, still under other names: they are what the next one goes on from. */
  begin(): ResultFiles {
    return new ResultFiles(this.#working, join(this.#working, 'journal.jsonl'), this.#provenance);
  }

  /** The same for those that take the place of the files of this run. */
  beginMerge(): ResultFiles {
    return new ResultFiles(this.#working, join(this.#working, MERGED), this.#provenance);
  }

  earlyLines(): EarlyLines {
    return new EarlyLines(() => join(this.#working, 'early.jsonl'));
  }

  /** Puts the files in the place of those of the last run, each complete or as it was. */
  async finish(files: ResultFiles, written: Written): Promise<void> {
    const lines = Array.from(written, (each) => `${JSON.stringify(each)}\n`).join('');
    if (lines !== '') writeAtomically(this.#written, lines, { durable: true });
    await files.moveTo(this.path);
    if (lines === '') rmSync(this.#written, { force: true });
    this.close();
  }

  /** Leaves the files as the last run wrote them, and forgets what was broken off. */
  close(): void {
    for (const name of [...this.#journals(), ...NAMES, MERGED, 'lock']) {
      rmSync(join(this.#working, name), { force: true });
    }
    if (readdirSync(this.#working).length === 0) rmdirSync(this.#working);
  }
}

/** Infinite for a run that is not over. */
function numberOf(journal: string): number {
  return Number(JOURNAL.exec(journal)?.[3] ?? Number.POSITIVE_INFINITY);
}

/** The folder of results of a run with these flags. */
export function resultsFolder(
  flags: { readonly out?: string },
  provenance: Provenance = {},
): ResultsFolder {
  return new ResultsFolder(resultsPath(flags), provenance);
}
