import { echo } from '../core/text/echo.ts';

/** What was looked at, and what to do where it is not in order. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** Null where nothing is to be done. */
  readonly todo: string | null;
}

/** A check that ends in an error has found that. */
export async function check(
  name: string,
  todo: string,
  look: () => string | Promise<string>,
): Promise<Check> {
  try {
    return { name, ok: true, found: await look(), todo: null };
  } catch (error) {
    return { name, ok: false, found: echo((error as Error).message), todo };
  }
}

/** Something is there, and is not as it has to be. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
}
