import * as v from 'valibot';
import { echo } from '../core/text/echo.ts';
import type { Finding } from '../core/text/errors.ts';

/** Bytes of a line, without its line end. */
export const LONGEST_LINE = 16 * 1024 * 1024;
const LF = 10;
const SPACE = 32;

/** A modulus that can be asked for. */
export const Modulus = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1));

const Instance = v.strictObject({
  game: v.optional(v.string()),
  id: v.optional(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
  text: v.string(),
  expect: v.optional(v.string()),
  exact: v.optional(v.boolean()),
  modulus: v.optional(Modulus),
  histogram: v.optional(v.boolean()),
});

export type JsonInstance = v.InferOutput<typeof Instance>;

/** One line of a JSON Lines file: an instance, or what is wrong with it. Lines are numbered from 1. */
export type JsonLine =
  | { readonly line: number; readonly instance: JsonInstance }
  | { readonly line: number; readonly problem: Finding };

/** One line that is not blank. `end` is the byte after its line end. */
export interface RawLine {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** The lines that are not blank; `first` is the number of the first one. */
export function* linesOf(bytes: Uint8Array, first = 1): Generator<RawLine> {
  let start = 0;
  for (let line = first; start < bytes.length; line++) {
    const next = bytes.indexOf(LF, start);
    const stop = next < 0 ? bytes.length : next;
    const end = Math.min(stop + 1, bytes.length);
    const content = bytes.subarray(start, stop);
    if (content.some((byte) => byte > SPACE)) yield { line, start, end, bytes: content };
    start = end;
  }
}

/** The instance in one line, or what is wrong with it. */
export function readInstance(bytes: Uint8Array, line: number): JsonLine {
  const object = readObject(bytes, line);
  if ('problem' in object) return object;
  const result = v.safeParse(Instance, object.value);
  if (result.success) return { line, instance: result.output };
  return fieldProblem(line, result.issues[0], FIELDS);
}

const FIELDS =
  'the fields game, id, text and expect, all texts, text required; exact and histogram, true or false; ' +
  'modulus, a number from 1 to 2147483647';

/** To make one takes longer than to decode a short line. */
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** The JSON object in one line, each of whose keys stands there once; or what is wrong. */
export function readObject(
  bytes: Uint8Array,
  line: number,
): { readonly value: unknown } | { readonly line: number; readonly problem: Finding } {
  if (bytes.length > LONGEST_LINE) return { line, problem: tooLong(bytes.length) };
  let text: string;
  try {
    text = strictDecoder.decode(bytes).trim();
  } catch {
    return problem(line, 'encoding/invalid-utf-8', 'bytes that are no UTF-8', 'UTF-8 text');
  }
  return parseObject(text, line);
}

function parseObject(text: string, line: number) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const found = echo((error as Error).message);
    return problem(line, 'json-lines/syntax', found, 'one JSON object a line');
  }
  const twice = repeatedKey(text);
  if (twice === null) return { value };
  const found = `the key '${echo(twice)}' twice`;
  return problem(line, 'json-lines/repeated-key', found, 'each key once');
}

/** What a schema has against a line. */
export function fieldProblem(line: number, issue: v.BaseIssue<unknown>, allowed: string) {
  const key = echo(v.getDotPath(issue) ?? 'line');
  const found =
    issue.received === 'undefined'
      ? `no field ${key}`
      : `the field ${key}: ${echo(issue.received)}`;
  return problem(line, 'json-lines/field', found, allowed);
}

/**
 * The first key that the outermost object of a valid JSON text has twice; JSON.parse keeps the last
 * silently. A loop, for regular expressions pass the end of their stack in long texts.
 */
function repeatedKey(text: string): string | null {
  const seen = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === '"') {
      const start = at;
      at = closingQuote(text, start);
      if (depth !== 1 || !isKey(text, at)) continue;
      const key = keyIn(text.slice(start, at + 1));
      if (seen.has(key)) return key;
      seen.add(key);
    }
  }
  return null;
}

function keyIn(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** Where the text ends that begins at an opening quote. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text[at - 1] === '\\') at--;
  return (quote - at) % 2 === 1;
}

/** Whether a colon follows the closing quote of a text. */
function isKey(text: string, closing: number): boolean {
  let at = closing + 1;
  while (/\s/.test(text.charAt(at))) at++;
  return text[at] === ':';
}

/** What is wrong with a line of so many bytes, which nobody needs to read. */
export function tooLong(bytes: number): Finding {
  const allowed = `${LONGEST_LINE} bytes`;
  return { rule: 'json-lines/too-long', place: null, found: `a line of ${bytes} bytes`, allowed };
}

function problem(line: number, rule: string, found: string, allowed: string) {
  return { line, problem: { rule, place: null, found, allowed } };
}
