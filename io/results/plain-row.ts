import type { Row } from './row.ts';

/** Whether a row tells of an answer and nothing else, as nearly all do. */
export function isPlain({ status, error, certificate, warnings }: Row): boolean {
  return (
    status === 'solved' && error === undefined && certificate === undefined && warnings.length === 0
  );
}

/** What plain rows have in common, in the words of some format: put into words once for neighbours. */
export class CommonParts<Parts> {
  readonly #partsOf: (row: Row) => Parts;
  #last: { readonly row: Row; readonly parts: Parts } | null = null;

  constructor(partsOf: (row: Row) => Parts) {
    this.#partsOf = partsOf;
  }

  of(row: Row): Parts {
    if (this.#last !== null && isAlike(row, this.#last.row)) return this.#last.parts;
    this.#last = { row, parts: this.#partsOf(row) };
    return this.#last.parts;
  }
}

/** Whether two plain rows differ in nothing but their id, case, answer, ms_solve and ops. */
function isAlike(a: Row, b: Row): boolean {
  return (
    a.sha256_in === b.sha256_in &&
    a.file === b.file &&
    a.line === b.line &&
    a.key === b.key &&
    a.game === b.game &&
    a.answer_sha256 === b.answer_sha256 &&
    a.wrote_sha256 === b.wrote_sha256 &&
    a.ms_parse === b.ms_parse &&
    a.peak_mb === b.peak_mb &&
    a.solver === b.solver &&
    a.method === b.method
  );
}
