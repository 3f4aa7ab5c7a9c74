import type { Codec } from '../../game.ts';
import { readEdgesWithLabels } from '../../graph/read-edges.ts';
import type { Limit } from '../../text/limit.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** `n m`, then m lines `u v colour`, then `Q` and Q vertices. One case a file. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    const c = readCase(reader);
    reader.end();
    yield c;
  },

  formatCases(cases) {
    return cases.map(formatCase).join('');
  },

  formatAnswer: (answer) => (answer ? '1' : '0'),
  parseAnswer: (text) => text === '1',
  separator: '\n',
};

function readCase(reader: TokenReader): Case {
  const c = readGraph(reader);
  const tokens = new Int32Array(reader.count(limits.tokens));
  reader.fill(tokens, vertexOf(c));
  for (let token = 0; token < tokens.length; token++) tokens[token] = (tokens[token] as number) - 1;
  return { ...c, tokens };
}

/** What stands before the list of tokens. */
export function readGraph(reader: TokenReader): Case {
  const vertices = reader.integer(limits.vertices);
  const count = reader.count(limits.edges, 3);
  const { edges, labels: colours } = readEdgesWithLabels(reader, vertices, count, limits.colour);
  return { vertices, edges, colours, tokens: new Int32Array() };
}

/** The bounds of a token. */
export function vertexOf({ vertices }: Case): Limit {
  return { symbol: 'vertex', min: 1, max: vertices };
}

function formatCase({ vertices, edges, colours, tokens }: Case): string {
  const lines = [`${vertices} ${colours.length}`];
  for (let edge = 0; edge < colours.length; edge++) {
    const tail = (edges.tails[edge] as number) + 1;
    lines.push(`${tail} ${(edges.heads[edge] as number) + 1} ${colours[edge]}`);
  }
  lines.push(`${tokens.length}`);
  if (tokens.length > 0) lines.push(Array.from(tokens, (vertex) => vertex + 1).join(' '));
  return `${lines.join('\n')}\n`;
}
