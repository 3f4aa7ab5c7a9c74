import { casesOf, defineFraming } from '../../framing.ts';
import type { Codec } from '../../game.ts';
import { type Answer, type Case, limits } from './rules.ts';

const framing = defineFraming<Case, { count: null }>({
  frame: () => ({ count: null }),
  record(reader) {
    const side = reader.exactInteger(limits.side);
    return side === 0 ? null : side;
  },
  plain: { ...limits.side, min: 1, max: 2 ** 31 - 1 },
});

/** A number a case, up to the first `0` or the end of the file. */
export const codec: Codec<Case, Answer> = {
  framing,
  cases: casesOf(framing),
  formatCases: (cases) => `${[...cases, 0].join('\n')}\n`,
  formatAnswer: (answer) => (answer ? 'Alice' : 'Bob'),
  parseAnswer: (text) => text === 'Alice',
  words: ['Bob', 'Alice'],
  separator: '\n',
  head: () => '',
};
