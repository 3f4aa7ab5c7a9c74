import type { CaseResult } from '../core/pipeline/solve-case.ts';
import { echo } from '../core/text/echo.ts';
import { DISAGREEMENT, describeFinding, type Warning } from '../core/text/errors.ts';
import { grouped } from './numbers.ts';
import { writeError } from './streams.ts';

const MOST_MESSAGES = 20;

/**
 * What is said of a file on standard error: up to twenty lines, for a file can have as many bad cases as it
 * has lines.
 */
export class Remarks {
  /** Whether two of our own solvers disagree on a case. */
  isBug = false;
  readonly #shown: string;
  readonly #errors: string[] = [];
  readonly #caveats: string[] = [];
  #count = 0;

  constructor(path: string) {
    this.#shown = echo(path);
  }

  add({ error, caveat }: CaseResult, index: number): void {
    if (error !== null) {
      this.#count++;
      this.isBug ||= error.rule === DISAGREEMENT;
      if (this.#errors.length < MOST_MESSAGES) {
        const place = error.place === null ? `${this.#shown}#${index + 1}` : this.#shown;
        this.#errors.push(describeFinding(place, error));
        if (error.hint !== undefined) this.#errors.push(`  hint: ${error.hint}`);
      }
    }
    if (caveat !== null) {
      this.#count++;
      if (this.#caveats.length < MOST_MESSAGES) {
        const { rule, message } = caveat;
        this.#caveats.push(`${this.#shown}#${index + 1}: warning: ${rule}: ${message}`);
      }
    }
  }

  print(warnings: readonly Warning[]): void {
    const lines = warnings.map(
      ({ rule, message }) => `${this.#shown}: warning: ${rule}: ${message}`,
    );
    for (const line of this.#errors) {
      if (lines.length >= MOST_MESSAGES && !line.startsWith('  hint')) break;
      lines.push(line);
    }
    for (const line of this.#caveats) if (lines.length < MOST_MESSAGES) lines.push(line);
    const more = warnings.length + this.#count - MOST_MESSAGES;
    if (more > 0) lines.push(`and about ${grouped(more)} more`);
    writeError(lines.map((line) => `${line}\n`).join(''));
  }
}
