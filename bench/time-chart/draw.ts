// The chart of bench/time-chart.ts: seconds on a logarithmic scale, a line with points for each series
// and its name at its end. Measures nothing; the same figures give the same bytes.
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

export interface Point {
  readonly n: number;
  readonly seconds: number;
}

/** Times of one program, by rising n. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

/** What is used of an element; the project has no types of a document. */
interface Element {
  readonly outerHTML: string;
  readonly ownerDocument: { createElementNS(namespace: string, name: string): Element };
  querySelector(selector: string): { remove(): void } | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  prepend(child: Element): void;
}

/** Published, one thread, two threads: dark enough for text on white, and apart for colour-blind eyes. */
const LOOKS = [
  { color: '#b3400c', symbol: 'square' },
  { color: '#0b57a4', symbol: 'circle' },
  { color: '#00735c', symbol: 'triangle' },
] as const;
const INK = '#24292f';
const GRID = '#d0d7de';
const WIDTH = 800;
const HEIGHT = 460;
const SVG = 'http://www.w3.org/2000/svg';

/** A standalone SVG: white behind it whatever the page, no script, no style sheet. */
export function drawTimes(series: readonly Series[]): string {
  const { document } = parseHTML('<html></html>');
  const figure: Element = Plot.plot({
    document,
    width: WIDTH,
    height: HEIGHT,
    marginTop: 46,
    marginLeft: 64,
    marginRight: 180,
    marginBottom: 52,
    ariaLabel: `Seconds against vertices: ${series.map(({ name }) => name).join('; ')}`,
    x: { domain: rangeOf(series, ({ n }) => n) },
    y: { type: 'log', domain: [decadesOf(series)[0] ?? 1, rangeOf(series, secondsOf)[1]] },
    marks: [...axesOf(series), ...series.flatMap(marksOf)],
  });
  standAlone(figure);
  return `${shortNumbers(figure.outerHTML)}\n`;
}

function axesOf(series: readonly Series[]) {
  const decades = decadesOf(series);
  const font = { fontSize: 13, fill: INK };
  const above = { frameAnchor: 'top-left', textAnchor: 'start', dx: -54, dy: -32 } as const;
  return [
    Plot.gridY(decades, { stroke: GRID, strokeOpacity: 1 }),
    Plot.axisX({ ...font, ticks: 10, tickSize: 5, label: null }),
    Plot.axisY(decades, { ...font, tickSize: 0, tickFormat: String, label: null }),
    Plot.text(['vertices of the complete graph'], { ...font, frameAnchor: 'bottom', dy: 42 }),
    Plot.text(['seconds, whole process'], { ...font, ...above }),
    Plot.ruleY(decades.slice(0, 1), { stroke: INK }),
  ];
}

function marksOf({ name, points }: Series, at: number) {
  const { color, symbol } = LOOKS[at % LOOKS.length] ?? LOOKS[0];
  const place = { x: 'n', y: 'seconds' } as const;
  return [
    Plot.line(points, { ...place, stroke: color, strokeWidth: 2 }),
    Plot.dot(points, { ...place, fill: color, symbol, r: 3.5 }),
    Plot.text(points.slice(-1), {
      ...place,
      text: [name],
      fill: color,
      fontSize: 13,
      textAnchor: 'start',
      dx: 10,
    }),
  ];
}

/** The powers of ten from below the smallest time to the largest. */
function decadesOf(series: readonly Series[]): number[] {
  const [low, high] = rangeOf(series, (point) => Math.floor(Math.log10(secondsOf(point))));
  return Array.from({ length: high - low + 1 }, (_, at) => Number(`1e${low + at}`));
}

function rangeOf(series: readonly Series[], pick: (point: Point) => number): [number, number] {
  const values = series.flatMap(({ points }) => points.map(pick));
  return [Math.min(...values), Math.max(...values)];
}

function secondsOf({ seconds }: Point): number {
  return seconds;
}

/** What a file needs that is no part of a page: a namespace, a background, colours of its own. */
function standAlone(figure: Element): void {
  figure.querySelector('style')?.remove();
  figure.removeAttribute('class');
  figure.setAttribute('xmlns', SVG);
  figure.setAttribute('role', 'img');
  figure.setAttribute('color', INK);
  const background = figure.ownerDocument.createElementNS(SVG, 'rect');
  for (const [name, value] of [
    ['width', '100%'],
    ['height', '100%'],
    ['fill', 'white'],
  ] as const)
    background.setAttribute(name, value);
  figure.prepend(background);
}

/** Hundredths of a pixel are enough; numbers between tags are labels and stay. */
function shortNumbers(text: string): string {
  return text.replace(
    /\d+\.\d{3,}(?=[^<>]*>)/g,
    (length) => `${Number(Number(length).toFixed(2))}`,
  );
}
