import type { Codec } from '../../game.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** `T`, then T cases: `N` and N sizes. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    // No claim on the rest of the file: cases that are there are solved even if some are missing.
    const count = reader.count(limits.cases, 0);
    for (let number = 0; number < count; number++) yield readCase(reader);
    reader.endIgnoringRest();
  },

  formatCases: (cases) => `${cases.length}\n${cases.map(formatCase).join('')}`,
  formatAnswer: (answer) => (answer ? 'YES' : 'NO'),
  parseAnswer: (text) => text === 'YES',
  separator: '\n',
  head: (count) => `${count}\n`,
};

function readCase(reader: TokenReader): Case {
  const start = reader.offset;
  const count = reader.count(limits.heaps);
  if (count % 2 === 1) {
    const found = `${limits.heaps.symbol} = ${count}`;
    reader.report(start, {
      rule: 'count/odd',
      found,
      allowed: 'an even number, two heaps a group',
    });
  }
  return { heaps: reader.fill(new Float64Array(count), limits.size) };
}

function formatCase({ heaps }: Case): string {
  return heaps.length === 0 ? '0\n' : `${heaps.length}\n${heaps.join(' ')}\n`;
}
