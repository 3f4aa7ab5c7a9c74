/** Where in a file something stands: 1-based line, 1-based column counted in bytes. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What was found at a place, which rule it breaks, what the rule allows and how to mend it. */
export interface Finding {
  /** Stable identifier such as `graph/cycle`; users and scripts rely on it. */
  readonly rule: string;
  readonly place: Place | null;
  readonly found: string;
  readonly allowed: string;
  readonly hint?: string;
}

/** Something odd that does not change the answer, or says how far the answer can be trusted. */
export interface Warning {
  readonly rule: string;
  readonly message: string;
}

/**
 * The user's input is wrong. Reported for its case, never retried, never harms another case.
 * The message is `rule: found X, allowed Y`; the place is kept apart so that drivers can put the
 * path before it.
 */
export class InputError extends Error {
  override readonly name: string = 'InputError';
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(`${finding.rule}: found ${finding.found}, allowed ${finding.allowed}`);
    this.finding = finding;
  }
}

/** The text does not follow the grammar, so nothing after this place can be read. */
export class ParseError extends InputError {
  override readonly name = 'ParseError';
}

/** A case was read whole, but a value in it lies outside its limits. */
export class LimitError extends InputError {
  override readonly name = 'LimitError';
}

/** A case was read whole and its values are in range, but it is not a legal instance (a cycle, say). */
export class RuleError extends InputError {
  override readonly name = 'RuleError';
}

/** Rule of a case on which two of our own ways to the answer disagree. */
export const DISAGREEMENT = 'bug/disagreement';

/** What is said of it: what one way gave, and what the other one allows. */
export function disagreement(found: string, allowed: string): Finding {
  const hint = 'this is a bug of nimbus: please report it with the file';
  return { rule: DISAGREEMENT, place: null, found, allowed, hint };
}

/** Two of our own ways to the answer of a case disagree: a bug of ours, reported for its case. */
export class DisagreementError extends InputError {
  override readonly name = 'DisagreementError';

  constructor(found: string, allowed: string) {
    super(disagreement(found, allowed));
  }
}

/** Nimbus contradicts itself: a bug of ours, never the user's input. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** `path:line:column: rule: found X, allowed Y`, without the hint. */
export function describeFinding(path: string, finding: Finding): string {
  const place = finding.place === null ? '' : `${finding.place.line}:${finding.place.column}:`;
  return `${path}:${place} ${finding.rule}: found ${finding.found}, allowed ${finding.allowed}`;
}
