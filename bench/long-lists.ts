// Lists of up to 10^9 items: `nimbus solve`, whole process, every number checked, beside the published
// program where it takes so many, and beside `wc -l` of the same file.
//   npm run bench -- long-lists [GAME …]
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../core/random/random.ts';
import { installedDoor } from './installed.ts';
import { median, timeOnce } from './measure.ts';
import { runWithPeak } from './peak.ts';
import { compilePublished } from './published.ts';

const RUNS = 5;
const MOST_MEGABYTES = 300;
const door = installedDoor();
const folder = mkdtempSync(join(tmpdir(), 'nimbus-lists-'));
const wanted = process.argv.slice(2);

interface List {
  readonly game: string;
  /** All before the items. */
  readonly head: (count: number) => string;
  /** Items are from 1, or 0, to this. */
  readonly least: number;
  readonly most: number;
  readonly between: string;
  readonly counts: readonly number[];
  /** Of the published program, where it takes as many items as the first count. */
  readonly isPublished?: boolean;
}

const graph = `200 199\n${Array.from({ length: 199 }, (_, at) => `${at + 1} ${at + 2} 1\n`).join('')}`;

const LISTS: readonly List[] = [
  {
    game: 'colored-token-split',
    head: (count) => `${graph}${count}\n`,
    least: 1,
    most: 200,
    between: '\n',
    counts: [1e7, 1e9],
    isPublished: true,
  },
  {
    game: 'delete-nim',
    head: (count) => `1\n${count}\n`,
    least: 1,
    most: 2_000_000_000,
    between: ' ',
    counts: [1e8],
  },
  {
    game: 'coin-progressions',
    head: (count) => `1\n${count} 20\n`,
    least: 0,
    most: 1,
    between: ' ',
    counts: [1e9],
  },
];

for (const list of LISTS) {
  if (wanted.length > 0 && !wanted.includes(list.game)) continue;
  for (const count of list.counts) measure(list, count);
}
rmSync(folder, { recursive: true });

function measure(list: List, count: number): void {
  const path = join(folder, 'list.in');
  const items = count * (`${list.most}`.length + 1) < room() ? count : count / 10;
  write(path, list, items);
  const lines = timeOnce({ name: 'wc -l', program: 'wc', words: ['-l', path] }) / 1000;
  const words = [door, 'solve', list.game, path];
  const { seconds, bytes, status } = runWithPeak(words);
  const megabytes = statSync(path).size / 1e6;
  const rate = (time: number) => `${(megabytes / time).toFixed(0)} MB/s`;
  console.log(
    `${list.game}, ${items.toExponential(0)} items, ${megabytes.toFixed(0)} MB: ${seconds.toFixed(1)} s, ` +
      `${rate(seconds)} (wc -l ${rate(lines)}), ${(bytes / 1e6).toFixed(0)} MB of memory` +
      `${status === 0 ? '' : `, exit code ${status}`}${bytes > MOST_MEGABYTES * 1e6 ? `: more than ${MOST_MEGABYTES} MB` : ''}`,
  );
  if (list.isPublished === true && count === list.counts[0]) compare(list.game, path);
}

/** Ours and the published program in turns. */
function compare(game: string, path: string): void {
  const program = compilePublished().get(game) as string;
  const ours = { name: 'nimbus', program: process.execPath, words: [door, 'solve', game, path] };
  const times = Array.from({ length: RUNS }, () => [
    timeOnce(ours),
    timeOnce({ name: 'published', program, input: path }),
  ]);
  const [our = 0, their = 0] = [0, 1].map((at) => median(times.map((run) => run[at] as number)));
  console.log(
    `  whole process ${our.toFixed(0)} ms, published program ${their.toFixed(0)} ms: ${(our / their).toFixed(2)}` +
      `${our > 0.3 * their ? ': more than 0.3' : ''}`,
  );
}

/** Bytes that may be written. */
function room(): number {
  const { bavail, bsize } = statfsSync(folder);
  return (bavail * bsize) / 4;
}

/** Random items over and over, a million at a time. */
function write(path: string, { head, least, most, between }: List, count: number): void {
  const random = new Random(1);
  const block = Math.min(count, 1e6);
  const items = Array.from({ length: block }, () => random.between(least, most));
  const text = new TextEncoder().encode(`${items.join(between)}\n`);
  const file = openSync(path, 'w');
  writeSync(file, head(count));
  for (let written = 0; written < count; written += block) {
    for (let at = 0; at < text.length; ) at += writeSync(file, text, at);
  }
  closeSync(file);
}
