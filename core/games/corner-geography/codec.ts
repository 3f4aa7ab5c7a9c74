import type { Codec } from '../../game.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** A number a case, up to the first `0` or the end of the file. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    while (reader.more()) {
      const side = reader.integer(limits.side);
      if (side === 0) return reader.endIgnoringRest();
      yield side;
    }
  },

  formatCases: (cases) => `${[...cases, 0].join('\n')}\n`,
  formatAnswer: (answer) => (answer ? 'Alice' : 'Bob'),
  parseAnswer: (text) => text === 'Alice',
  separator: '\n',
  head: () => '',
};
