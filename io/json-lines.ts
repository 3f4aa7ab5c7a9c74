import * as v from 'valibot';
import { echo } from '../core/text/echo.ts';
import type { Finding } from '../core/text/errors.ts';

const LONGEST_LINE = 16 * 1024 * 1024;
const LF = 10;

const Instance = v.strictObject({
  game: v.optional(v.string()),
  id: v.optional(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
  text: v.string(),
  expect: v.optional(v.string()),
});

export type JsonInstance = v.InferOutput<typeof Instance>;

/** One line of a JSON Lines file: an instance, or what is wrong with it. Lines are numbered from 1. */
export type JsonLine =
  | { readonly line: number; readonly instance: JsonInstance }
  | { readonly line: number; readonly problem: Finding };

/** The non-blank lines of a JSON Lines file. A broken line harms no other one. */
export function* readJsonLines(bytes: Uint8Array): Generator<JsonLine> {
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const next = bytes.indexOf(LF, start);
    const end = next < 0 ? bytes.length : next;
    const parsed = readLine(bytes.subarray(start, end), line);
    if (parsed !== null) yield parsed;
    start = end + 1;
  }
}

function readLine(bytes: Uint8Array, line: number): JsonLine | null {
  if (bytes.length > LONGEST_LINE) {
    const found = `a line of ${bytes.length} bytes`;
    return problem(line, 'json-lines/too-long', found, `${LONGEST_LINE} bytes`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return problem(line, 'encoding/invalid-utf-8', 'bytes that are no UTF-8', 'UTF-8 text');
  }
  return text === '' ? null : readObject(text, line);
}

function readObject(text: string, line: number): JsonLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return problem(
      line,
      'json-lines/syntax',
      echo((error as Error).message),
      'one JSON object a line',
    );
  }
  const twice = repeatedKey(text);
  if (twice !== null) {
    return problem(
      line,
      'json-lines/repeated-key',
      `the key '${echo(twice)}' twice`,
      'each key once',
    );
  }
  const result = v.safeParse(Instance, value);
  if (result.success) return { line, instance: result.output };
  const [issue] = result.issues;
  const key = echo(v.getDotPath(issue) ?? 'line');
  const found =
    issue.received === 'undefined'
      ? `no field ${key}`
      : `the field ${key}: ${echo(issue.received)}`;
  const allowed = 'the fields game, id, text and expect, all texts, text required';
  return problem(line, 'json-lines/field', found, allowed);
}

/** The first key that the outermost object of a valid JSON text has twice; JSON.parse keeps the last silently. */
function repeatedKey(text: string): string | null {
  const seen = new Set<string>();
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, -1)) as string;
      if (seen.has(key)) return key;
      seen.add(key);
    }
  }
  return null;
}

function problem(line: number, rule: string, found: string, allowed: string): JsonLine {
  return { line, problem: { rule, place: null, found, allowed } };
}
