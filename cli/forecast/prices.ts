import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { RefusedError } from '../failures.ts';

const Price = v.pipe(v.number(), v.finite(), v.minValue(0));

const Prices = v.strictObject({
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  /** Of a GB of memory for a second of a function. */
  gb_second: Price,
  invocation: Price,
  /** Of a state of a standard execution. */
  transition: Price,
  put: Price,
  get: Price,
});

/** Money for one of each. */
export type Prices = v.InferOutput<typeof Prices>;

/** List prices of AWS for us-east-1 and arm64 as they were in 2026, without the free tier. */
export const LIST_PRICES: Prices = {
  currency: 'USD',
  gb_second: 0.0000133334,
  invocation: 0.0000002,
  transition: 0.000025,
  put: 0.000005,
  get: 0.0000004,
};

/** Prices of a JSON file; those that it leaves out are the list prices, if it is in their currency. Throws RefusedError. */
export function readPrices(path: string): Prices {
  const given = readObject(path);
  const isOther = 'currency' in given && given.currency !== LIST_PRICES.currency;
  // List prices in another currency would be told as if they were converted.
  const result = v.safeParse(Prices, isOther ? given : { ...LIST_PRICES, ...given });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const key = v.getDotPath(issue) ?? '';
  throw refused(
    path,
    issue.received === `"${key}"` ? `the key ${key}` : `${key}: ${issue.received}`,
  );
}

function readObject(path: string): object {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw refused(path, (error as Error).message);
  }
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found;
  throw refused(path, 'something else than an object');
}

function refused(path: string, found: string): RefusedError {
  return new RefusedError(
    `${path}: prices: found ${found}, allowed a JSON object with numbers from 0 on for ` +
      'gb_second, invocation, transition, put and get, and a currency such as "EUR", with all five of them',
  );
}
