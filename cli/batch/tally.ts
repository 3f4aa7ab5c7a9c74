import { echo } from '../../core/text/echo.ts';
import type { Warning } from '../../core/text/errors.ts';
import { DISAGREEMENT } from '../../core/text/errors.ts';
import { DIFFERS } from '../../io/results/differing.ts';
import type { Row } from '../../io/results/row.ts';
import { shownPath } from '../../io/results/row.ts';
import { EXIT } from '../failures.ts';
import type { Outcome } from './solve-all.ts';

const LONGEST_WARNING = 600;

/** What a run has come to so far, counted case by case. */
export class Tally {
  cases = 0;
  solved = 0;
  cached = 0;
  errors = 0;
  differing = 0;
  disagreements = 0;
  slowest: Row | null = null;
  readonly #warnings = new Map<string, { message: string; count: number; first: string }>();

  add({ rows, cached }: Outcome): void {
    for (const row of rows) {
      this.cases++;
      if (row.status === 'solved') this.solved++;
      else this.errors++;
      if (cached) this.cached++;
      if (row.error?.rule === DISAGREEMENT) this.disagreements++;
      if (!cached && row.ms_solve > (this.slowest?.ms_solve ?? -1)) this.slowest = row;
      for (const warning of row.warnings) {
        if (warning.rule === DIFFERS) this.differing++;
        else this.#addWarning(warning, row);
      }
    }
  }

  /** Warnings of one rule folded into a line with their number. */
  warningLines(): string[] {
    return [...this.#warnings].map(([rule, { message, count, first }]) => {
      const where = count === 1 ? first : `${count} times, first in ${first}`;
      return echo(`warning: ${rule}: ${message} (${where})`, LONGEST_WARNING);
    });
  }

  exitCode(): number {
    if (this.disagreements > 0) return EXIT.disagree;
    return this.errors > 0 || this.differing > 0 ? EXIT.someFailed : EXIT.ok;
  }

  #addWarning({ rule, message }: Warning, { file, line }: Row): void {
    const known = this.#warnings.get(rule);
    if (known !== undefined) known.count++;
    else
      this.#warnings.set(rule, {
        message,
        count: 1,
        first: shownPath({ file, line: line ?? null }),
      });
  }
}
