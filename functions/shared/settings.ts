import * as v from 'valibot';

/** A function was deployed with settings that are missing or wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const bucket = v.pipe(v.string(), v.minLength(1));
const seconds = v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(0));

/** Settings that every function has: the names of the two buckets. */
export const common = { NIMBUS_IN: bucket, NIMBUS_OUT: bucket };

export const withMachine = { NIMBUS_MACHINE: v.pipe(v.string(), v.startsWith('arn:')) };
export const withQueue = { NIMBUS_QUEUE: v.pipe(v.string(), v.url()) };
export const withChunks = { NIMBUS_CHUNK_SECONDS: seconds };
export const withSpot = { NIMBUS_SPOT_SECONDS: seconds };

/**
 * The settings of a function, read once when it starts. Throws SettingsError that names the variable,
 * so that a wrong deployment fails at its first event and not in the middle of a job.
 */
export function readSettings<Entries extends v.ObjectEntries>(
  entries: Entries,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): v.InferOutput<v.ObjectSchema<Entries, undefined>> {
  const result = v.safeParse(v.object(entries), environment);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const name = v.getDotPath(issue) ?? '';
  throw new SettingsError(
    `settings: ${name}: found ${issue.received}, allowed ${issue.expected ?? 'a value'}; set it in the function's environment`,
  );
}
