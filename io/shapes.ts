import { posix } from 'node:path';
import { answerPath, fileKind } from './file-kinds.ts';

/** What is known of a batch by the names in it. */
export interface Shape {
  /** Whose layout it is: `Kattis package`, `Polygon`, …, or `none of its own`. */
  readonly name: string;
  readonly inputs: number;
  /** Inputs that have an answer beside them. */
  readonly pairs: number;
}

/** First match counts; a path is one below the batch. */
const LAYOUTS: readonly (readonly [string, RegExp])[] = [
  ['Kattis package', /(^|\/)data\/(sample|secret)\//],
  ['Polygon', /(^|\/)tests\/\d+(\.(gz|zst))?$/],
  ['oj', /(^|\/)test\/[^/]+\.in(\.(gz|zst))?$/],
  ['CMS', /(^|\/)input\.[^./]+$/],
  ['Hydro', /(^|\/)(input[._-]?\d+\.txt|[A-Za-z_-]+\d+\.in)$/],
  ['QDUOJ', /(^|\/)\d+\.in(\.(gz|zst))?$/],
];

/** The layout of the inputs among some paths below one folder or archive. */
export function shapeOf(paths: readonly string[]): Shape {
  const inputs = paths.filter((path) => fileKind(path) === 'instance');
  const there = new Set(paths);
  const pairs = inputs.filter((path) => hasAnswer(path, there)).length;
  const layout = LAYOUTS.find(([, pattern]) => inputs.some((path) => pattern.test(path)));
  return { name: layout?.[0] ?? 'none of its own', inputs: inputs.length, pairs };
}

function hasAnswer(path: string, there: ReadonlySet<string>): boolean {
  const own = (['out', 'ans', 'a'] as const).map((extension) => answerPath(path, extension));
  return own.some((answer) => there.has(posix.normalize(answer)));
}
