import type { Finding } from '../../core/text/errors.ts';
import { finding } from './limits.ts';

/** A container is refused as a whole: nothing in it is solved. The message is `rule: found X, allowed Y`. */
export class ContainerError extends Error {
  override readonly name = 'ContainerError';
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(`${finding.rule}: found ${finding.found}, allowed ${finding.allowed}`);
    this.finding = finding;
  }
}

export function refuse(rule: string, found: string, allowed: string, hint?: string): never {
  throw new ContainerError(finding(rule, found, allowed, hint));
}

/** Refuses where there is something to refuse for. */
export function refuseFor(problem: Finding | null): void {
  if (problem !== null) throw new ContainerError(problem);
}
