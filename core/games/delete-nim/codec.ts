import { casesOf, defineFraming } from '../../framing.ts';
import type { Codec } from '../../game.ts';
import type { Limit } from '../../text/limit.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

const framing = defineFraming({
  // No claim on the rest of the file: cases that are there are solved even if some are missing.
  frame: (reader) => ({ count: reader.count(limits.cases, 0) }),
  record: readCase,
});

/** `T`, then T cases: `N` and N sizes. */
export const codec: Codec<Case, Answer> = {
  framing,
  cases: casesOf(framing),
  formatCases: (cases) => `${cases.length}\n${cases.map(formatCase).join('')}`,
  formatAnswer: (answer) => (answer ? 'YES' : 'NO'),
  parseAnswer: (text) => text === 'YES',
  separator: '\n',
  head: (count) => `${count}\n`,
};

function readCase(reader: TokenReader): Case {
  const heaps = new Float64Array(readCount(reader, (limit) => reader.count(limit)));
  const large = new Map<number, bigint>();
  reader.fill(heaps, limits.size, large);
  return large.size === 0 ? { heaps } : { heaps, large };
}

/** How many heaps follow, by a method of the reader; an odd number is reported. */
export function readCount(reader: TokenReader, read: (limit: Limit) => number): number {
  const { offset } = reader;
  const count = read(limits.heaps);
  if (count % 2 === 1) {
    const found = `${limits.heaps.symbol} = ${count}`;
    const allowed = 'an even number, two heaps a group';
    reader.report(offset, { rule: 'count/odd', found, allowed });
  }
  return count;
}

function formatCase({ heaps, large }: Case): string {
  if (heaps.length === 0) return '0\n';
  const sizes = Array.from(heaps, (size, heap) => large?.get(heap) ?? size);
  return `${heaps.length}\n${sizes.join(' ')}\n`;
}
