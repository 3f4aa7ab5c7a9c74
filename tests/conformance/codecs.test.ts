import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from '../../core/pipeline/parse.ts';
import { run } from '../../core/pipeline/run.ts';
import { Random } from '../../core/random/random.ts';
import { bytesOf, fixture, smallCases, subjects } from './games.ts';

interface Vector {
  readonly source: string;
  readonly in: string;
  readonly out: string;
}

/** A file that is refused, or answered with a warning. */
interface Remark {
  readonly in: string;
  readonly rule: string;
  /** `line:column` of the error. */
  readonly at?: string;
  readonly out?: string;
}

describe.each(subjects)('$name', (subject) => {
  const { name, game, proof } = subject;
  const files = () =>
    Object.values(proof.small).flatMap((generate) =>
      Array.from({ length: 100 }, (_, seed) => generate(new Random(seed))),
    );

  test('parse inverts formatCases', () => {
    for (const cases of files()) {
      const { ends: _ends, ...parsed } = parse(game, bytesOf(game.codec.formatCases(cases)));
      expect(parsed).toEqual({ cases, errors: new Map(), warnings: [] });
    }
  });

  test('parseAnswer inverts formatAnswer', () => {
    for (const c of smallCases(subject, 300)) {
      const answer = game.solve(c);
      expect(game.codec.parseAnswer(game.codec.formatAnswer(answer))).toEqual(answer);
    }
  });

  test('the vectors give the published answers', () => {
    const vectors = fixture<Vector[]>(name, 'vectors.json');
    expect(vectors.length).toBeGreaterThan(0);
    for (const vector of vectors) {
      expect(run(game, bytesOf(vector.in)).answer, `${vector.source}: ${vector.in}`).toBe(
        vector.out,
      );
    }
  });

  test('bad files are refused with the rule and the place', () => {
    const refused = fixture<Remark[]>(name, 'refused.json');
    expect(refused.length).toBeGreaterThan(3);
    for (const { in: text, rule, at } of refused) {
      const { errors: byIndex, answer } = run(game, bytesOf(text));
      const errors = [...byIndex.values()];
      expect(answer, text).toBeNull();
      expect(
        errors.map((error) => error.rule),
        text,
      ).toEqual([rule]);
      const place = errors[0]?.place;
      if (at !== undefined) expect(`${place?.line}:${place?.column}`, text).toBe(at);
    }
  });

  test('odd but answerable files are answered with one warning', () => {
    for (const { in: text, rule, out } of fixture<Remark[]>(name, 'warned.json')) {
      const { answer, warnings, caveats } = run(game, bytesOf(text));
      const all = [...warnings, ...caveats.values()];
      expect(
        all.map((warning) => warning.rule),
        text,
      ).toEqual([rule]);
      expect(answer, text).toBe(out);
    }
  });

  test('each limit is accepted at its maximum and refused one past it', () => {
    const templates = fixture<Record<string, string>>(name, 'limits.json');
    const limits = Object.values(game.limits);
    expect(Object.keys(templates).sort()).toEqual(limits.map(({ symbol }) => symbol).sort());
    for (const { symbol, max, min } of limits) {
      const rules = (value: string) => outOfRange(symbol, templates[symbol] as string, value);
      const most = Number.isFinite(max) ? BigInt(max) : 10n ** 4000n - 1n;
      expect(rules(`${most}`), `${symbol} = ${max}`).toEqual([]);
      expect(rules(`${most + 1n}`), `${symbol} = ${max} + 1`).toEqual([symbol]);
      expect(rules(`${min}`), `${symbol} = ${min}`).toEqual([]);
      expect(rules(`${min - 1}`), `${symbol} = ${min} − 1`).toEqual([symbol]);
    }
  });

  /** The symbols found out of range when `@` in the template is replaced by the value. */
  function outOfRange(symbol: string, template: string, value: string): string[] {
    const { errors } = parse(game, bytesOf(template.replaceAll('@', value)));
    return [...errors.values()].flatMap(({ finding: { rule, found } }) =>
      rule === 'number/too-long' ||
      (rule.endsWith('out-of-range') && found.startsWith(`${symbol} = `))
        ? [symbol]
        : [],
    );
  }

  test('mutated files raise input errors only, and end', () => {
    const texts = files().map((cases) => game.codec.formatCases(cases));
    const mutation = fc.record({
      text: fc.constantFrom(...texts),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat({ max: 4 }),
      insert: fc.oneof(
        fc.constantFrom(
          '',
          ' ',
          '\n',
          '\r\n',
          '-',
          '+5',
          '007',
          '1e3',
          '0x10',
          '99999999999',
          '\u0000',
          '\u00a0',
        ),
        fc.string({ unit: 'binary', maxLength: 3 }),
        fc.nat().map(String),
      ),
    });
    fc.assert(
      fc.property(mutation, ({ text, at, cut, insert }) => {
        const place = Math.floor(at * text.length);
        parse(game, bytesOf(text.slice(0, place) + insert + text.slice(place + cut)));
      }),
      { numRuns: 1_000, seed: 20261129 },
    );
  });
});
