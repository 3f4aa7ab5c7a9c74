import { expect, test } from 'vitest';
import { differing, unlessExpected } from '../../io/results/differing.ts';

function said(there: string, answer: string): string {
  return differing('expected is', there, answer).message;
}

test('the first line that differs is shown', () => {
  expect(said('1\n2\n3\n', '1\n5\n3\n')).toBe("expected is '2' in line 2, ours is '5'");
  expect(said('1 2\n3\n', '1\n2 3\n')).toBe("expected is '1 2', ours is '1'");
});

test('a side that has no such line has nothing there', () => {
  expect(said('1\n2\n', '1\n2\n3\n')).toBe("expected is nothing in line 3, ours is '3'");
  expect(said('1\n2\n3\n', '1\n2\n')).toBe("expected is '3' in line 3, ours is nothing");
  expect(said('', '4\n')).toBe("expected is '', ours is '4'");
});

test('white space is no difference', () => {
  expect(unlessExpected('1  2\r\n3', '1 2\n3\n')).toBeNull();
  expect(unlessExpected(null, '1')).toBeNull();
  expect(unlessExpected('1 2 4', '1 2 3')).toMatchObject({ rule: 'answer/differs' });
});
