import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeFinding } from '../../core/text/errors.ts';
import { writeAtomically } from '../../io/atomic-write.ts';
import { FormerResults } from './former-results.ts';
import { shownPath } from './instance.ts';
import type { Row } from './rows.ts';
import { summaryCsv } from './summary-csv.ts';

/** The folder of results.jsonl, summary.csv and errors.jsonl, and of what lives only during a run. */
export class ResultsFolder {
  readonly path: string;
  readonly #working: string;
  readonly #journal: string;

  constructor(path: string) {
    this.path = path;
    this.#working = join(path, '.nimbus');
    this.#journal = join(this.#working, 'journal.jsonl');
  }

  /** Rows of the last whole run, and of a run that was broken off after it. */
  formerResults(): FormerResults {
    return new FormerResults([join(this.path, 'results.jsonl'), this.#journal]);
  }

  /** Makes the folder, with the journal's beside it. */
  open(): void {
    mkdirSync(this.#working, { recursive: true });
  }

  /** Remembers rows at once, so that a run that is broken off loses nothing that is finished. */
  remember(lines: readonly string[]): void {
    if (lines.length > 0) appendFileSync(this.#journal, `${lines.join('\n')}\n`);
  }

  /** Writes the three files, each complete or as it was, and forgets the journal. */
  finish(rows: readonly Row[]): void {
    this.#replace('results.jsonl', jsonLines(rows));
    this.#replace('errors.jsonl', jsonLines(rows.flatMap(errorLine)));
    this.#replace('summary.csv', summaryCsv(rows));
    rmSync(this.#working, { recursive: true, force: true });
  }

  #replace(name: string, content: string): void {
    const path = join(this.path, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === content) return;
    writeAtomically(path, content, { durable: true });
  }
}

function jsonLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** What errors.jsonl says of a case; nothing for a solved one. */
function errorLine({ error, ...row }: Row) {
  if (error === undefined) return [];
  const { place, ...finding } = error;
  const shown = shownPath({ file: row.file, line: row.line ?? null });
  const message = describeFinding(shown, error);
  return [
    { id: row.id, file: row.file, case: row.case, game: row.game, ...finding, ...place, message },
  ];
}
