import type { Codec } from '../../game.ts';
import type { Edges } from '../../graph/csr.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** `n m`, then m lines `x y` with x < y. One case a file. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    const c = readCase(reader);
    reader.end();
    yield c;
  },

  formatCases(cases) {
    return cases.map(formatCase).join('');
  },

  formatAnswer: (answer) => `${answer}`,
  parseAnswer: Number,
  separator: '\n',
};

function readCase(reader: TokenReader): Case {
  const vertices = reader.integer(limits.vertices);
  const count = reader.count(limits.edges, 2);
  reader.hold();
  const from = reader.offset;
  const edges = { tails: new Int32Array(count), heads: new Int32Array(count) };
  const tail = { symbol: 'x', min: 1, max: vertices };
  const head = { symbol: 'y', min: 1, max: vertices };
  for (let edge = 0; edge < count; edge++) {
    edges.tails[edge] = reader.integer(tail) - 1;
    edges.heads[edge] = reader.integer(head) - 1;
  }
  if (reader.sound) reportBadEdges(reader, from, edges);
  reader.release();
  return { vertices, edges };
}

/** In the order of the edges, for the first report counts; `from` is the byte offset of the first edge. */
function reportBadEdges(reader: TokenReader, from: number, { tails, heads }: Edges): void {
  const seen = new Set<string>();
  for (let edge = 0; edge < tails.length; edge++) {
    const tail = (tails[edge] as number) + 1;
    const head = (heads[edge] as number) + 1;
    const name = `${tail} → ${head}`;
    const broken = tail >= head ? wrongDirection(name) : seen.has(name) ? duplicate(name) : null;
    if (broken !== null) reader.report(reader.tokenOffset(from, 2 * edge), broken);
    seen.add(name);
  }
}

function wrongDirection(name: string) {
  const found = `the edge ${name}`;
  return { rule: 'graph/edge-direction', found, allowed: 'edges x → y with x < y' };
}

function duplicate(name: string) {
  const found = `the edge ${name} a second time`;
  return { rule: 'graph/duplicate-edge', found, allowed: 'each edge at most once' };
}

function formatCase({ vertices, edges }: Case): string {
  const lines = [`${vertices} ${edges.tails.length}`];
  for (let edge = 0; edge < edges.tails.length; edge++) {
    lines.push(`${(edges.tails[edge] as number) + 1} ${(edges.heads[edge] as number) + 1}`);
  }
  return `${lines.join('\n')}\n`;
}
