import type { Codec } from '../../game.ts';
import { readEdges } from '../../graph/read-edges.ts';
import { decimalRows } from '../../number/decimal-rows.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** `n m`, then n heights, then m lines `u v`. One case a file. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    const c = readCase(reader);
    reader.end();
    yield c;
  },

  formatCases(cases) {
    return cases.map(formatCase).join('');
  },

  formatAnswer: (answer) =>
    answer === null ? 'LOSE' : decimalRows(answer, answer.length, 'WIN\n'),

  parseAnswer(text) {
    const [outcome, ...heights] = text.trim().split(/\s+/);
    return outcome === 'WIN' ? Uint32Array.from(heights, Number) : null;
  },

  separator: '\n',
};

function readCase(reader: TokenReader): Case {
  const vertices = reader.count(limits.vertices);
  const count = reader.count(limits.edges, 2);
  const heights = reader.fill(new Uint32Array(vertices), limits.height);
  return { vertices, edges: readEdges(reader, vertices, count), heights };
}

function formatCase({ vertices, edges: { tails, heads }, heights }: Case): string {
  const lines = [`${vertices} ${tails.length}`, heights.join(' ')];
  for (let edge = 0; edge < tails.length; edge++) {
    lines.push(`${(tails[edge] as number) + 1} ${(heads[edge] as number) + 1}`);
  }
  return `${lines.join('\n')}\n`;
}
