import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeAtomically } from '../../io/atomic-write.ts';
import { errorLine } from '../../io/results/error-line.ts';
import type { Row } from '../../io/results/row.ts';
import { csvHeading, csvLines } from '../../io/results/summary-csv.ts';
import { RefusedError, UsageError } from '../failures.ts';
import { FormerResults } from './former-results.ts';
import { isRunning, refuseForeignResults } from './own-files.ts';
import type { Outcome } from './solve-all.ts';

/** What one instance adds to results.jsonl, errors.jsonl and summary.csv. */
interface Lines {
  readonly results: string;
  readonly errors: string;
  readonly summary: string;
}

/** Rows whose lines are kept as one text: a text has room for half a million of them. */
const MOST_LINES = 10_000;

const NAMES = ['results.jsonl', 'errors.jsonl', 'summary.csv'];

/** What stays of instances that a run left out: their rows, or at least what was written for them. */
export interface Beside {
  readonly rows: readonly Row[][];
  readonly written: readonly (readonly [string, string])[];
}

/** The folder of results.jsonl, summary.csv and errors.jsonl, and of what lives only during a run. */
export class ResultsFolder {
  readonly path: string;
  readonly #working: string;
  readonly #journal: string;
  /** What nimbus wrote for files that no longer stand in the results. */
  readonly #written: string;
  /** By the index of the instance. Made as results come in, while the workers solve the next ones. */
  readonly #lines: (Lines | undefined)[] = [];

  constructor(path: string) {
    this.path = path;
    this.#working = join(path, '.nimbus');
    this.#journal = join(this.#working, 'journal.jsonl');
    this.#written = join(this.#working, 'written.jsonl');
  }

  /** Rows of the last whole run, and of a run that was broken off after it. */
  formerResults(): FormerResults {
    return new FormerResults({
      results: join(this.path, 'results.jsonl'),
      written: this.#written,
      journal: this.#journal,
    });
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
  }

  /** Two runs in one folder would write each other's files. */
  #lock(): void {
    const lock = join(this.#working, 'lock');
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (owner > 0 && isRunning(owner)) {
      throw new RefusedError(
        `${this.path}: locked: found process ${owner} at work in it, allowed one run at a time (${lock})`,
      );
    }
    writeFileSync(lock, `${process.pid}`);
  }

  /** Whether the three files are there. */
  isWhole(): boolean {
    return NAMES.every((name) => existsSync(join(this.path, name)));
  }

  /**
   * Remembers what was solved at once, so that a run that is broken off loses nothing finished. Each
   * line starts anew, for the one before may be torn. An instance of very many cases is solved again.
   */
  remember(outcomes: readonly Outcome[]): void {
    let solved = '';
    for (const { instance, rows, cached } of outcomes) {
      if (cached || rows.length > MOST_LINES) continue;
      this.#lines[instance.index] = linesOf(rows);
      solved += `\n${JSON.stringify(rows)}`;
    }
    if (solved !== '') appendFileSync(this.#journal, `${solved}\n`);
  }

  /** Writes the three files, each complete or as it was, and forgets the journal. */
  finish(outcomes: readonly Outcome[], { rows, written }: Beside): void {
    const own = outcomes.map(({ instance, rows: each }) => {
      return { file: instance.file, rows: each, lines: this.#lines[instance.index] };
    });
    const kept = rows.map((each) => ({ file: each[0]?.file ?? '', rows: each, lines: undefined }));
    const all = kept.length === 0 ? own : inOrder([...own, ...kept]);
    this.#write('results.jsonl', textsOf(all, 'results'));
    this.#write('errors.jsonl', textsOf(all, 'errors'));
    this.#write('summary.csv', textsOf(all, 'summary', csvHeading));
    const lines = written.map((each) => `${JSON.stringify(each)}\n`).join('');
    if (lines !== '') writeAtomically(this.#written, lines, { durable: true });
    else rmSync(this.#written, { force: true });
    this.close();
  }

  /** Leaves the three files as the last run wrote them. */
  close(): void {
    rmSync(this.#journal, { force: true });
    rmSync(join(this.#working, 'lock'), { force: true });
    if (readdirSync(this.#working).length === 0) rmdirSync(this.#working);
  }

  #write(name: string, content: Iterable<string>): void {
    writeAtomically(join(this.path, name), content, { durable: true });
  }
}

/** The folder that `--out` names; where answers go elsewhere, one of the current folder. */
export function resultsFolder({ out }: { readonly out?: string }): ResultsFolder {
  return new ResultsFolder(out === undefined || out === '-' ? 'nimbus-results' : out);
}

/** By name, as the instances of one folder stand; a stable sort keeps the lines of a file together. */
function inOrder<Named extends { readonly file: string }>(items: readonly Named[]): Named[] {
  return [...items].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

/** The texts of one of the three files, an instance or some thousand rows each. */
function* textsOf(
  instances: readonly { readonly rows: readonly Row[]; readonly lines: Lines | undefined }[],
  kind: keyof Lines,
  heading = '',
): Generator<string> {
  yield heading;
  for (const { rows, lines } of instances) {
    if (lines !== undefined) yield lines[kind];
    else {
      for (let at = 0; at < rows.length; at += MOST_LINES)
        yield linesOf(rows.slice(at, at + MOST_LINES))[kind];
    }
  }
}

function linesOf(rows: readonly Row[]): Lines {
  return {
    results: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    errors: rows.map(errorLine).join(''),
    summary: csvLines(rows),
  };
}
