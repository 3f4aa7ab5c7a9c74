import { type Node, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { read, sources } from './sources.ts';

const FILE_LINES = 200;
const MEDIAN_FILE_LINES = 120;
const FUNCTION_LINES = 40;
const MEDIAN_FUNCTION_LINES = 10;
const PARAMETERS = 4;

/** What is larger than its budget, and why it stays in one piece. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'core/text/token-reader.ts':
    'one reader, one private cursor: its methods share the state of the cursor',
};

interface Measure {
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

test('files are small', () => {
  const sizes = sources.map((path) => ({ path, lines: read(path).split('\n').length }));
  const large = sizes.filter(({ path, lines }) => lines > FILE_LINES && !(path in EXCEPTIONS));
  expect(large).toEqual([]);
  expect(median(sizes.map(({ lines }) => lines))).toBeLessThanOrEqual(MEDIAN_FILE_LINES);
});

test('functions are small and take few parameters', () => {
  const all = sources.flatMap(functionsOf);
  const large = all.filter(({ name, lines }) => lines > FUNCTION_LINES && !(name in EXCEPTIONS));
  const wide = all.filter(
    ({ name, parameters }) => parameters > PARAMETERS && !(name in EXCEPTIONS),
  );
  expect(large).toEqual([]);
  expect(wide).toEqual([]);
  expect(median(all.map(({ lines }) => lines))).toBeLessThanOrEqual(MEDIAN_FUNCTION_LINES);
});

test('every exception is still needed', () => {
  const needed = new Set(
    sources.flatMap((path) => {
      const file = read(path).split('\n').length > FILE_LINES ? [path] : [];
      const over = functionsOf(path).filter(
        ({ lines, parameters }) => lines > FUNCTION_LINES || parameters > PARAMETERS,
      );
      return [...file, ...over.map(({ name }) => name)];
    }),
  );
  expect(Object.keys(EXCEPTIONS).filter((name) => !needed.has(name))).toEqual([]);
});

function functionsOf(path: string): Measure[] {
  const text = read(path);
  const measures: Measure[] = [];
  const measure = (node: Node & { params?: unknown }, name: string) => {
    const lines = text.slice(node.start, node.end).split('\n').length;
    const { params } = node as { params: unknown[] };
    measures.push({ name: `${path}:${name}`, lines, parameters: params.length });
  };
  const { program, errors } = parseSync(path, text);
  expect(errors).toEqual([]);
  new Visitor({
    FunctionDeclaration: (node) => measure(node, node.id?.name ?? 'default'),
    FunctionExpression: (node) =>
      measure(node, `${text.slice(0, node.start).match(/([#\w]+)\s*$/)?.[1]}`),
    ArrowFunctionExpression: (node) =>
      measure(node, `${text.slice(0, node.start).match(/(\w+)[^\w]*$/)?.[1]}`),
  }).visit(program);
  return measures;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
