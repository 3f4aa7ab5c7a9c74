import { casesOf, defineFraming } from '../../framing.ts';
import type { Codec } from '../../game.ts';
import { zeros } from '../../graph/instance-memory.ts';
import { readEdges } from '../../graph/read-edges.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

const framing = defineFraming({ frame: () => ({ count: null }), record: readCase });

/** `n m K`, then m lines `u v`, then K vertices; cases to the end of the file. */
export const codec: Codec<Case, Answer> = {
  framing,
  cases: casesOf(framing),

  formatCases(cases) {
    return cases.map(formatCase).join('');
  },

  formatAnswer: (answer) => `${answer}`,
  parseAnswer: (text) => BigInt(text),
  separator: '\n',
  head: () => '',
};

function readCase(reader: TokenReader): Case {
  const vertices = reader.integer(limits.vertices);
  const count = reader.count(limits.edges, 2);
  const tokens = zeros(reader.count(limits.tokens));
  const edges = readEdges(reader, vertices, count);
  reader.fill(tokens, { symbol: 'vertex', min: 1, max: vertices });
  for (let token = 0; token < tokens.length; token++) tokens[token] = (tokens[token] as number) - 1;
  return { vertices, edges, tokens };
}

function formatCase({ vertices, edges: { tails, heads }, tokens }: Case): string {
  const lines = [`${vertices} ${tails.length} ${tokens.length}`];
  for (let edge = 0; edge < tails.length; edge++) {
    lines.push(`${(tails[edge] as number) + 1} ${(heads[edge] as number) + 1}`);
  }
  if (tokens.length > 0) lines.push(Array.from(tokens, (vertex) => vertex + 1).join(' '));
  return `${lines.join('\n')}\n`;
}
