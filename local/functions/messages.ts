import type { ErrorReport } from './errors.ts';

/** What a worker knows from its start: the function that it is for. */
export interface WorkerData {
  /** Without the prefix that it bears on AWS: `chunk`. */
  readonly name: string;
  /** URL of the bundle that exports `handler`. */
  readonly bundle: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly region: string;
}

/** One run, sent to a worker. Event and result travel as JSON text, as they do on Lambda. */
export interface Task {
  readonly requestId: string;
  readonly event: string;
}

export type Outcome = { readonly result: string } | { readonly error: ErrorReport };

/** One line that a function printed. */
export interface LogLine {
  readonly function: string;
  /** Of the run that the worker was at, or the last one before. */
  readonly requestId: string;
  readonly stream: 'stdout' | 'stderr';
  /** As it was printed, without the line end. */
  readonly text: string;
}

/** What a worker says beside its outcomes. */
export type Message =
  | { readonly kind: 'begun'; readonly requestId: string }
  | { readonly kind: 'line'; readonly line: LogLine }
  | { readonly kind: 'ended'; readonly requestId: string };
