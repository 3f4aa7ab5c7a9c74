import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LONG_BYTES } from '../../cli/batch/long-files.ts';
import { Random } from '../../core/random/random.ts';
import { describeFinding } from '../../core/text/errors.ts';
import type { Row } from '../../io/results/row.ts';
import { newFolder } from '../tools/temporary-folder.ts';
import { nimbus } from './command.ts';

const folder = newFolder('long');
const random = new Random(5);

/** Numbers, one a line, of a little more than a long file. */
function list(digits: number): string {
  const numbers = Array.from({ length: 1_000 }, () => random.between(1, 10 ** digits - 1));
  const text = `${numbers.join('\n')}\n`;
  return text.repeat(Math.ceil((1.2 * LONG_BYTES) / text.length));
}

/** A graph of 999 vertices, and a long list of tokens. */
function tokens(): string {
  const items = list(3);
  const edges = Array.from({ length: 998 }, (_, at) => `${at + 1} ${at + 2} ${at % 7}\n`);
  return `999 998\n${edges.join('')}${items.split('\n').length - 1}\n${items}`;
}

/** Very many cases of a hundred groups. */
function heaps(): string {
  const numbers = Array.from({ length: 200 }, () => random.between(1, 1_000_000_000));
  const cases = Array.from({ length: 50 }, () => `200\n${random.shuffled(numbers).join(' ')}\n`);
  const times = Math.ceil((1.2 * LONG_BYTES) / cases.join('').length);
  return `${50 * times}\n${cases.join('').repeat(times)}`;
}

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function rowsIn(out: string): Row[] {
  const lines = readFileSync(join(folder, out, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** What a run and a later one have in common. */
function lasting({ ms_parse: _p, ms_solve: _s, peak_mb: _m, ...row }: Row) {
  return row;
}

/** The same text with another line of that number. */
function brokenAt(text: string, line: number, found: string): string {
  const lines = text.split('\n');
  lines[line - 1] = found;
  return lines.join('\n');
}

describe('long files', () => {
  const good = { tokens: tokens(), heaps: heaps() };

  beforeAll(() => {
    write('in/colored-token-split/tokens.in', good.tokens);
    write('in/delete-nim/heaps.in', good.heaps);
    write('in/delete-nim/small.in', '1\n2\n1 2\n');
    write('bad/colored-token-split/word.in', brokenAt(good.tokens, 2_500_000, '12x'));
    write('bad/colored-token-split/range.in', brokenAt(good.tokens, 2_000_000, '1000'));
    write('bad/delete-nim/odd.in', brokenAt(good.heaps, 6_000, '199'));
    write('bad/delete-nim/lone.in', brokenAt(good.heaps, 4_001, '0'));
  });

  test('are taken from standard input, and leave nothing behind', () => {
    const temporary = newFolder('spool');
    const env = { TMPDIR: temporary };
    const words = ['-', '-g', 'colored-token-split'];
    const solved = nimbus(['solve', 'colored-token-split'], { input: good.tokens });
    const run = nimbus(['run', ...words, '-o', '-'], { input: good.tokens, env });
    expect([run.code, run.stdout]).toEqual([0, solved.stdout]);
    expect(nimbus(['plan', ...words], { input: good.tokens, env }).stdout).toMatch(/stdin +1 +0 /);
    const broken = brokenAt(good.tokens, 2_500_000, '12x');
    const { code, stderr } = nimbus(['run', ...words, '-o', '-'], { input: broken, env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('stdin:2500000:1: ')]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('nimbus-'))).toEqual([]);
  });

  test.each(['1', '2'])('are answered as by nimbus solve, on %s workers', (jobs) => {
    const out = `out-${jobs}`;
    const run = nimbus(['run', 'in', '-o', out, '-j', jobs], { cwd: folder });
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('0 errors')]);
    for (const [game, name] of [
      ['colored-token-split', 'tokens'],
      ['delete-nim', 'heaps'],
    ] as const) {
      const input = join(folder, 'in', game, `${name}.in`);
      const solved = nimbus(['solve', game, input], { cwd: folder });
      expect(readFileSync(join(folder, out, game, `${name}.out`), 'utf8')).toBe(solved.stdout);
      const hash = createHash('sha256').update(readFileSync(input)).digest('hex');
      const rows = rowsIn(out).filter(({ file }) => file === `${game}/${name}.in`);
      expect(new Set(rows.map(({ sha256_in }) => sha256_in))).toEqual(new Set([hash]));
      expect(rows.map((row) => row.case)).toEqual(rows.map((_, at) => at + 1));
      expect(`${rows.map(({ answer }) => answer).join('\n')}\n`).toBe(solved.stdout);
    }
  });

  test('are known to a second run by their content', () => {
    const before = rowsIn('out-2').map(lasting);
    const run = nimbus(['run', 'in', '-o', 'out-2'], { cwd: folder });
    const { length } = before;
    const known = `${length}`.replace(/\B(?=(\d{3})+$)/g, '\u202f');
    expect(run.stderr).toContain(`${known} solved (${known} cached)`);
    expect(rowsIn('out-2').map(lasting)).toEqual(before);
  });

  test('have the errors of nimbus solve, at their lines', () => {
    const run = nimbus(['run', 'bad', '-o', 'bad-out', '-q'], { cwd: folder });
    expect(run.code).toBe(1);
    for (const path of [
      'colored-token-split/word.in',
      'colored-token-split/range.in',
      'delete-nim/odd.in',
      'delete-nim/lone.in',
    ]) {
      const input = join('bad', path);
      const solved = nimbus(['solve', path.split('/')[0] as string, input], { cwd: folder });
      const errors = rowsIn('bad-out').flatMap(({ file, error }) =>
        file === path && error !== undefined
          ? [describeFinding(input, error), ...(error.hint ? [`  hint: ${error.hint}`] : [])]
          : [],
      );
      expect(errors.length).toBeGreaterThan(0);
      expect(solved.stderr.trimEnd().split('\n')).toEqual(errors);
      expect(existsSync(join(folder, 'bad-out', path.replace('.in', '.out')))).toBe(false);
    }
  });
});
