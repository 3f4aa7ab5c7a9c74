import * as v from 'valibot';
import type { Asked } from '../core/game.ts';
import { echo } from '../core/text/echo.ts';
import type { Finding, Warning } from '../core/text/errors.ts';
import { fieldProblem, Modulus, readObject } from './json-lines.ts';
import { isRelativePath, pathProblem } from './relative-path.ts';

/** First line of a pack: many files of one batch as one object, a JSON line an instance. */
const HEADER = '{"nimbus":"pack","v":1}';

const place = v.nullable(v.strictObject({ line: v.number(), column: v.number() }));

const Problem = v.strictObject({
  rule: v.string(),
  place,
  found: v.string(),
  allowed: v.string(),
  hint: v.exactOptional(v.string()),
});

const Line = v.strictObject({
  /** Path as the results name it. */
  file: v.string(),
  /** Of a JSON Lines file. */
  line: v.optional(v.number()),
  id: v.optional(v.string()),
  game: v.optional(v.string()),
  /** Path of the answer file, where there is to be one. */
  answer: v.optional(v.string()),
  expect: v.optional(v.string()),
  asked: v.optional(
    v.strictObject({
      exact: v.boolean(),
      modulus: v.nullable(Modulus),
      histogram: v.boolean(),
    }),
  ),
  /** The instance, if it is UTF-8; else `base64` has its bytes. */
  text: v.optional(v.string()),
  base64: v.optional(v.pipe(v.string(), v.base64())),
  /** What is odd about its file beside its text. */
  warnings: v.optional(v.array(v.strictObject({ rule: v.string(), message: v.string() }))),
  /** Why the instance is of no use. */
  problem: v.optional(Problem),
});

/** One instance of a pack. */
export interface Packed {
  readonly file: string;
  readonly line: number | null;
  readonly id: string | null;
  readonly game: string | null;
  readonly answer: string | null;
  readonly expect: string | null;
  /** Other than the judge's answer. */
  readonly asked: Asked | null;
  readonly bytes: Uint8Array;
  /** About its file, beside its text. */
  readonly warnings: readonly Warning[];
  readonly problem: Finding | null;
}

/** Whether a text of lines is a pack. */
export function isPack(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEADER.length + 1));
  return head === `${HEADER}\n`;
}

/** The lines of a pack, header first, each with its line end. */
export function* packLines(instances: Iterable<Packed>): Generator<string> {
  yield `${HEADER}\n`;
  for (const instance of instances) yield packLine(instance);
}

/** The line of one instance, with its line end. */
export function packLine({ bytes, warnings, ...named }: Packed): string {
  const given = Object.entries(named).filter(([, value]) => value !== null);
  const about = warnings.length === 0 ? {} : { warnings };
  return `${JSON.stringify({ ...Object.fromEntries(given), ...about, ...asText(bytes) })}\n`;
}

function asText(bytes: Uint8Array): { text: string } | { base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

/** The instance in a line of a pack, or what is wrong with it; null for the header. */
export function readPacked(
  bytes: Uint8Array,
  number: number,
): Packed | { readonly problem: Finding; readonly line: number } | null {
  if (number === 1) return null;
  const object = readObject(bytes, number);
  if ('problem' in object) return object;
  const result = v.safeParse(Line, object.value);
  if (!result.success) return fieldProblem(number, result.issues[0], 'the fields of a pack');
  const { file, answer, text, base64, problem, ...named } = result.output;
  if (!isRelativePath(file)) return { line: number, problem: pathProblem('pack/file', echo(file)) };
  const isSafe = answer === undefined || isRelativePath(answer);
  const unsafe = isSafe ? null : pathProblem('pack/answer', echo(answer));
  const content = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
  return {
    file,
    line: named.line ?? null,
    id: named.id ?? null,
    game: named.game ?? null,
    answer: isSafe ? (answer ?? null) : null,
    expect: named.expect ?? null,
    asked: named.asked ?? null,
    bytes: content,
    warnings: (named.warnings ?? []).map(shownWarning),
    problem: problem === undefined ? unsafe : shown(problem),
  };
}

/** A text of ours, with two echoes of the user's at most. */
const LONGEST_TEXT = 500;

function shownWarning({ rule, message }: Warning): Warning {
  return { rule: echo(rule), message: echo(message, LONGEST_TEXT) };
}

/** A problem for messages: anyone can write a pack. */
function shown({ rule, place, found, allowed, hint }: Finding): Finding {
  return {
    rule: echo(rule),
    place,
    found: echo(found, LONGEST_TEXT),
    allowed: echo(allowed, LONGEST_TEXT),
    ...(hint === undefined ? {} : { hint: echo(hint, LONGEST_TEXT) }),
  };
}
