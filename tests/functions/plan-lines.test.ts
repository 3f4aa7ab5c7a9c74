import { afterEach, describe, expect, test, vi } from 'vitest';
import { game as corner } from '../../core/games/corner-geography/index.ts';
import { makePlan } from '../../functions/job/make-plan.ts';
import type { Manifest } from '../../functions/job/manifest.ts';
import { DEFAULT_OPTIONS } from '../../io/uploads.ts';

const MANIFEST: Manifest = {
  v: 1,
  job: 'mix-0',
  upload: { bucket: 'in', key: 'inbox/b.jsonl', version: null, etag: '', size: 0 },
  file: 'b.jsonl',
  kind: 'lines',
  game: null,
  options: DEFAULT_OPTIONS,
  solvers: '',
  version: '',
  machine: null,
  chunkSeconds: 180,
  created: '',
};

const planOf = (lines: readonly string[], manifest: Partial<Manifest> = {}) =>
  makePlan({ ...MANIFEST, ...manifest }, Buffer.from(lines.join('')), () => 0);
const lineOf = (fields: object) => `${JSON.stringify(fields)}\n`;
const CORNER = lineOf({ game: 'corner-geography', text: '3\n0\n' });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a plan of lines', () => {
  test('has at most 20,000 of them in a piece, each in exactly one', async () => {
    const { header, pieces } = await planOf(new Array<string>(45_000).fill(CORNER));
    expect(header.instances).toBe(45_000);
    expect(pieces.map(({ first, last }) => [first, last])).toEqual([
      [0, 19_999],
      [20_000, 39_999],
      [40_000, 44_999],
    ]);
  });

  test('counts the reading of lines, so that many with little work are many chunks', async () => {
    const chunkSeconds = 0.01;
    const named = await planOf(new Array<string>(1_000).fill(CORNER), { chunkSeconds });
    expect(named.header.milliseconds).toBeGreaterThanOrEqual(50);
    expect(named.pieces.length).toBeGreaterThanOrEqual(5);
    const unnamed = new Array<string>(1_000).fill(lineOf({ text: '3\n0\n' }));
    const broken = new Array<string>(1_000).fill('{\n');
    for (const lines of [unnamed, broken]) {
      const { pieces } = await planOf(lines, { chunkSeconds });
      expect(pieces.length).toBeGreaterThanOrEqual(5);
    }
  });

  test('goes on where the estimate of one line throws what is a bug', async () => {
    vi.spyOn(corner, 'cost').mockImplementationOnce(() => {
      throw new TypeError('planted');
    });
    const { header, pieces } = await planOf([CORNER, CORNER]);
    expect(header).toMatchObject({ instances: 2, problem: null });
    expect(pieces).toMatchObject([{ first: 0, last: 1, problems: [], rounds: null }]);
  });

  test.each([
    [30, 22],
    [300, 19],
  ])(
    'has no more chunks in a round than a map takes, for %i cases in parts',
    async (count, nodes) => {
      const text = complete(nodes);
      const lines = new Array<string>(count).fill(lineOf({ game: 'dag-subgraph-count', text }));
      const { pieces } = await planOf(lines, { chunkSeconds: 1e-6 });
      const rounds = pieces.map(({ rounds }) => rounds?.map(({ parts }) => parts) ?? [1]);
      const chunks = Array.from({ length: nodes }, (_, round) =>
        rounds.reduce((sum, parts) => sum + (parts[round] ?? 0), 0),
      );
      expect(Math.max(...chunks)).toBeGreaterThan(1_000);
      expect(Math.max(...chunks)).toBeLessThanOrEqual(10_000);
      expect(pieces).toHaveLength(count);
    },
  );
});

/** The graph with all edges from lower to higher nodes. */
function complete(nodes: number): string {
  const edges = Array.from({ length: nodes }, (_, from) =>
    Array.from({ length: nodes - from - 1 }, (_, step) => `${from + 1} ${from + step + 2}\n`),
  ).flat();
  return `${nodes} ${edges.length}\n${edges.join('')}`;
}
