import { expect, test } from 'vitest';
import { echo } from '../../../core/text/echo.ts';
import { describeFinding, RuleError } from '../../../core/text/errors.ts';

test('a finding reads path:line:column: rule: found, allowed', () => {
  const finding = { rule: 'graph/cycle', found: 'a cycle', allowed: 'none' };
  const placed = { ...finding, place: { line: 3, column: 7 } };
  expect(describeFinding('a/b.in', placed)).toBe(
    'a/b.in:3:7: graph/cycle: found a cycle, allowed none',
  );
  expect(describeFinding('a/b.in', { ...finding, place: null })).toBe(
    'a/b.in: graph/cycle: found a cycle, allowed none',
  );
  expect(new RuleError(placed).message).toBe('graph/cycle: found a cycle, allowed none');
});

test('echo escapes what a terminal would act on, and cuts what is long', () => {
  expect(echo('a\u001b[31m\n\u202e\u007f\u0085é漢')).toBe(
    'a<U+001B>[31m<U+000A><U+202E><U+007F><U+0085>é漢',
  );
  expect(echo('x'.repeat(500))).toBe(`${'x'.repeat(200)}…`);
  expect(echo('漢'.repeat(100))).toBe(`${'漢'.repeat(66)}…`);
  expect(echo('\u0000'.repeat(100))).toBe(`${'<U+0000>'.repeat(25)}…`);
});
