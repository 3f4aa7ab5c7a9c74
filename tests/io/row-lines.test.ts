import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { type RowSource, rowsFrom } from '../../io/results/case-rows.ts';
import { ResultLines } from '../../io/results/result-lines.ts';
import { frameOf } from '../../io/results/row.ts';
import { CsvLines } from '../../io/results/summary-csv.ts';

/** Texts that JSON or CSV has to escape, among those that they need not. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '',
    'YES',
    '-3',
    '1 2 3',
    'a,b',
    'say "no"',
    '1\n2',
    '=1+2',
    '\t',
    '\\',
    '\u0000',
  ),
  fc.constantFrom('\ud800', 'x\udc00', '\ud83d\ude00', '\u2028', '\u007f', 'é', 'y'.repeat(201)),
);
const number = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    0.001,
    1,
    54.146,
    1e-7,
    1e21,
    2 ** 53,
    0.1 + 0.2,
    Number.POSITIVE_INFINITY,
  ),
  fc.double(),
  fc.integer(),
);
const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 });
const warning: fc.Arbitrary<Warning> = fc.record({ rule: text, message: text });
const finding: fc.Arbitrary<Finding> = fc.record(
  {
    rule: text,
    place: maybe(fc.record({ line: fc.nat(), column: fc.nat() })),
    found: text,
    allowed: text,
    hint: text,
  },
  { requiredKeys: ['rule', 'place', 'found', 'allowed'] },
);

interface Case {
  readonly answer: string;
  readonly steps: number;
  readonly milliseconds: number;
  readonly odd: { error?: Finding; caveat?: Warning; certified?: boolean };
}

const plain = fc.record({
  answer: text,
  steps: number,
  milliseconds: number,
  odd: fc.constant({}),
});
const odd = fc.record(
  { error: finding, caveat: warning, certified: fc.boolean() },
  { requiredKeys: [] },
);
const oneCase: fc.Arbitrary<Case> = fc.oneof(
  { arbitrary: plain, weight: 4 },
  { arbitrary: fc.record({ answer: text, steps: number, milliseconds: number, odd }), weight: 1 },
);

function runOf(
  cases: readonly Case[],
  first: number,
): Omit<RowSource['run'], 'warnings' | 'answerSha256'> {
  const those = <Value>(oddOf: (each: Case) => Value | undefined) =>
    new Map(
      cases.flatMap((each, at) => {
        const value = oddOf(each);
        return value === undefined ? [] : [[at, value] as const];
      }),
    );
  const results = {
    answers: cases.map(({ answer, odd: { error } }) => (error === undefined ? answer : null)),
    steps: cases.map(({ steps }) => steps),
    milliseconds: cases.map(({ milliseconds }) => milliseconds),
    errors: those((each) => each.odd.error),
    caveats: those((each) => each.odd.caveat),
    certified: those((each) => each.odd.certified),
  };
  return { first, results };
}

const source: fc.Arbitrary<RowSource> = fc
  .record({
    instance: fc.record({ file: text, line: maybe(fc.nat()), id: maybe(text) }),
    sha256In: hash,
    key: hash,
    literal: fc.boolean(),
    millisecondsParse: number,
    peakMegabytes: fc.nat(),
    delivery: fc.record({ wrote: maybe(hash), remark: maybe(warning) }),
    game: maybe(
      fc.record({ name: text, certificate: fc.record({ kind: text }) }, { requiredKeys: ['name'] }),
    ),
    cases: fc.array(oneCase, { minLength: 1, maxLength: 5 }),
    first: fc.constantFrom(0, 0, 8, 99_998),
    warnings: fc.oneof(fc.constant([]), fc.array(warning, { maxLength: 2 })),
    answerSha256: maybe(hash),
  })
  .map(({ instance, game, cases, first, warnings, answerSha256, literal, ...frame }) => ({
    frame: { ...frameOf(instance, frame, { literal }), ...frame },
    game,
    run: { ...runOf(cases, first), warnings, answerSha256 },
  }));

/** Rows of some instances, some of which come again with other answers. */
const rows = fc
  .array(source, { minLength: 1, maxLength: 4 })
  .map((sources) => sources.flatMap((each) => [...rowsFrom(each), ...rowsFrom(each)]));

test('a line of results is the JSON of its row', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const lines = new ResultLines();
      for (const row of all) expect(lines.of(row)).toBe(`${JSON.stringify(row)}\n`);
    }),
    { numRuns: 500 },
  );
});

test('a line of the summary is that of the same row with what the summary does not tell', () => {
  const certificate = { kind: 'k', size: 1, verified: true };
  fc.assert(
    fc.property(rows, (all) => {
      const lines = new CsvLines();
      for (const row of all) {
        expect(lines.of(row)).toBe(new CsvLines().of({ ...row, certificate }));
      }
    }),
    { numRuns: 500 },
  );
});
