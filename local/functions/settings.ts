/** How a function runs; what CDK sets on AWS. */
export interface FunctionSettings {
  /** Counted from the start of the run in its worker; waiting for a worker is free. */
  readonly timeoutSeconds: number;
  /** Bound on the heap of a worker; typed arrays lie outside of it. */
  readonly memoryMegabytes: number;
  /** Beside the variables that Lambda itself sets. */
  readonly environment: Readonly<Record<string, string>>;
  /** How many runs at a time; further ones wait. */
  readonly workers: number;
}
