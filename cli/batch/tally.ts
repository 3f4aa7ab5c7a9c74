import { echo } from '../../core/text/echo.ts';
import type { Warning } from '../../core/text/errors.ts';
import { DISAGREEMENT } from '../../core/text/errors.ts';
import { DIFFERS } from '../../io/results/differing.ts';
import type { Row } from '../../io/results/row.ts';
import { shownPath } from '../../io/results/row.ts';
import { EXIT } from '../failures.ts';

const LONGEST_WARNING = 600;

/** Warnings of one rule. */
interface Folded {
  readonly message: string;
  readonly first: string;
  count: number;
}

/** What a run has come to so far, counted case by case; plain data, so that threads can send it. */
export interface Counts {
  instances: number;
  cases: number;
  solved: number;
  cached: number;
  errors: number;
  differing: number;
  disagreements: number;
  /** Bytes that the instances are read from. */
  bytes: number;
  /** Those among them that were answered before. */
  cachedInstances: number;
  cachedBytes: number;
  slowest: Pick<Row, 'id' | 'ms_solve'> | null;
  /** By their rules. */
  readonly warnings: Map<string, Folded>;
}

function nothing(): Counts {
  const cases = { cases: 0, solved: 0, cached: 0, errors: 0 };
  const others = { differing: 0, disagreements: 0, bytes: 0, cachedInstances: 0, cachedBytes: 0 };
  return { instances: 0, ...cases, ...others, slowest: null, warnings: new Map() };
}

/** What became of an instance. */
interface Counted {
  readonly rows: Iterable<Row>;
  readonly cached: boolean;
  /** That it was read from. */
  readonly bytes?: number;
}

/** Counts the cases of instances. */
export class Tally {
  readonly counts: Counts = nothing();

  /** The rows of one instance. */
  add({ rows, cached, bytes = 0 }: Counted): void {
    const { counts } = this;
    counts.instances++;
    counts.bytes += bytes;
    if (cached) {
      counts.cachedInstances++;
      counts.cachedBytes += bytes;
    }
    for (const row of rows) {
      counts.cases++;
      if (row.status === 'solved') counts.solved++;
      else counts.errors++;
      if (cached) counts.cached++;
      if (row.error?.rule === DISAGREEMENT) counts.disagreements++;
      if (!cached && row.ms_solve > (counts.slowest?.ms_solve ?? -1)) {
        counts.slowest = { id: row.id, ms_solve: row.ms_solve };
      }
      for (const warning of row.warnings) {
        if (warning.rule === DIFFERS) counts.differing++;
        else this.#addWarning(warning, row);
      }
    }
  }

  /** What another thread counted. */
  merge(other: Counts): void {
    const { counts } = this;
    for (const name of NUMBERS) counts[name] += other[name];
    if ((other.slowest?.ms_solve ?? -1) > (counts.slowest?.ms_solve ?? -1)) {
      counts.slowest = other.slowest;
    }
    for (const [rule, folded] of other.warnings) {
      const known = counts.warnings.get(rule);
      if (known === undefined) counts.warnings.set(rule, { ...folded });
      else known.count += folded.count;
    }
  }

  /** Warnings of one rule folded into a line with their number. */
  warningLines(): string[] {
    return [...this.counts.warnings].map(([rule, { message, count, first }]) => {
      const where = count === 1 ? first : `${count} times, first in ${first}`;
      return echo(`warning: ${rule}: ${message} (${where})`, LONGEST_WARNING);
    });
  }

  exitCode(): number {
    const { disagreements, errors, differing } = this.counts;
    if (disagreements > 0) return EXIT.disagree;
    return errors > 0 || differing > 0 ? EXIT.someFailed : EXIT.ok;
  }

  #addWarning({ rule, message }: Warning, { file, line }: Row): void {
    const { warnings } = this.counts;
    const known = warnings.get(rule);
    const first = () => shownPath({ file, line: line ?? null });
    if (known !== undefined) known.count++;
    else warnings.set(rule, { message, count: 1, first: first() });
  }
}

const NUMBERS = [
  'instances',
  'cases',
  'solved',
  'cached',
  'errors',
  'differing',
  'disagreements',
  'bytes',
  'cachedInstances',
  'cachedBytes',
] as const;
