import type { Codec } from '../../game.ts';
import type { Limit } from '../../text/limit.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** `n k d`. One case a file. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    const c = readCase(reader);
    reader.end();
    yield c;
  },

  formatCases: (cases) => cases.map((c) => `${c.cells} ${c.pieces} ${c.moved}\n`).join(''),
  formatAnswer: (answer) => `${answer}`,
  parseAnswer: (text) => Number(text),
  separator: '\n',
};

function readCase(reader: TokenReader): Case {
  const cells = reader.integer(limits.cells);
  const { offset } = reader;
  const pieces = reader.integer(atMost(limits.pieces, cells));
  if (pieces % 2 !== 0) {
    const allowed = 'an even number of pieces';
    reader.report(offset, { rule: 'count/odd', found: `k = ${pieces}`, allowed });
  }
  const moved = reader.integer(atMost(limits.moved, pieces));
  return { cells, pieces, moved };
}

function atMost(limit: Limit, most: number): Limit {
  return { ...limit, max: Math.min(limit.max, most) };
}
