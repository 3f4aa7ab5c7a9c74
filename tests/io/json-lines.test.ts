import { describe, expect, test } from 'vitest';
import { readInstance } from '../../io/json-lines.ts';

const ruleOf = (text: string) => {
  const read = readInstance(Buffer.from(text), 1);
  return 'problem' in read ? read.problem.rule : null;
};

describe('a line of JSON Lines', () => {
  test('may have 15 MB', () => {
    for (const unit of ['a', '\n', '"\\']) {
      const text = unit.repeat((15 * 1024 * 1024) / (JSON.stringify(unit).length - 2));
      const line = JSON.stringify({ text, id: 'x' });
      expect(readInstance(Buffer.from(line), 7)).toEqual({
        line: 7,
        instance: { text, id: 'x' },
      });
      expect(ruleOf(`${line.slice(0, -1)},"text":""}`)).toBe('json-lines/repeated-key');
    }
  });

  test.each([
    ['{"text":"","text":""}'],
    ['{"text":"", "te\\u0078t" \t: ""}'],
    ['{"text":"{[\\"\\\\","text":""}'],
    ['{"\\\\":1,"\\\\":2,"text":""}'],
  ])('has no key twice, as %s', (line) => {
    expect(ruleOf(line)).toBe('json-lines/repeated-key');
  });

  test.each([
    ['{"text":"\\"text\\":"}'],
    ['{"text":"text","id":"text"}'],
    ['{"id":"\\\\","text":"}"}'],
  ])('may have a text that looks like a key, as %s', (line) => {
    expect(ruleOf(line)).toBeNull();
  });

  test.each([['{"text":"","x":{"a":1,"b":2}}'], ['{"text":"","x":[{"a":1},{"a":1}]}']])(
    'is only refused for its unknown field, as %s',
    (line) => {
      expect(ruleOf(line)).toBe('json-lines/field');
    },
  );
});
