import { describe, expect, test } from 'vitest';
import { REACH } from '../../core/proof.ts';
import { fixture, pinned, smallCases, subjects } from './games.ts';

describe.each(subjects)('$name', (subject) => {
  const { name, game, proof } = subject;

  test('the generators give the pinned files', () => {
    expect(pinned(subject)).toEqual(fixture(name, 'hash.json'));
  });

  test('small cases are within the reach of the oracle', () => {
    const far = smallCases(subject, 500).filter((c) => proof.positions(c) > REACH);
    expect(far.map((c) => game.codec.formatCases([c]))).toEqual([]);
  });

  test('there is a published-max generator', () => {
    expect(Object.keys(proof.large)).toContain('published-max');
  });
});
