import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addFiles, contents, folderWith, nimbus, rowsIn } from './command.ts';

const YES = '1\n2\n1 2\n';
const NO = '1\n2\n1 1\n';
const CUT_OFF = '2\n2\n1 2\n';

function run(cwd: string, ...words: string[]) {
  return nimbus(['run', ...words], { cwd });
}

describe('answers and results', () => {
  test('answers stand at the same relative path, results in three files', () => {
    const cwd = folderWith({
      'in/delete-nim/1.in': YES,
      'in/deep/er/bzoj2463-01.txt': '2\n3\n0\n',
    });
    const { code, stderr } = run(cwd, 'in', '-o', 'out');
    expect(code).toBe(0);
    expect(stderr).toMatch(/3 instances: 3 solved \(0 cached\), 0 errors/);
    const files = contents(join(cwd, 'out'));
    expect(Object.keys(files)).toEqual([
      'deep/er/bzoj2463-01.out',
      'delete-nim/1.out',
      'errors.jsonl',
      'results.jsonl',
      'summary.csv',
      'summary.parquet',
    ]);
    expect(files['delete-nim/1.out']).toBe('YES\n');
    expect(files['deep/er/bzoj2463-01.out']).toBe('Alice\nBob\n');
    expect(rowsIn(join(cwd, 'out')).map((row) => [row.id, row.game, row.answer])).toEqual([
      ['deep/er/bzoj2463-01.txt#1', 'corner-geography', 'Alice'],
      ['deep/er/bzoj2463-01.txt#2', 'corner-geography', 'Bob'],
      ['delete-nim/1.in#1', 'delete-nim', 'YES'],
    ]);
  });

  test('a file of very many cases has a row each, and is cached as any other', () => {
    const sides = Array.from({ length: 25_000 }, (_, at) => (at % 1_000) + 2);
    const cwd = folderWith({ 'corner-geography/1.in': `${sides.join('\n')}\n0\n` });
    expect(run(cwd, 'corner-geography', '-o', 'out').code).toBe(0);
    const answers = rowsIn(join(cwd, 'out')).map(({ case: number, answer }) => [number, answer]);
    expect(answers).toEqual(sides.map((side, at) => [at + 1, side % 2 === 0 ? 'Alice' : 'Bob']));
    expect(run(cwd, 'corner-geography', '-o', 'out').stderr).toMatch(/25\D000 cached/);
  });

  test('a bad file is named, harms no other one, and the exit code is 1', () => {
    const cwd = folderWith({
      'in/delete-nim/a.in': YES,
      'in/delete-nim/b.in': CUT_OFF,
      'in/delete-nim/c.in': NO,
    });
    const { code, stderr } = run(cwd, 'in', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'delete-nim/b.in:4:1: unexpected-end: found the end of the file, allowed the number N',
    );
    const files = contents(join(cwd, 'out'));
    expect(files['delete-nim/b.out']).toBeUndefined();
    expect([files['delete-nim/a.out'], files['delete-nim/c.out']]).toEqual(['YES\n', 'NO\n']);
    expect(rowsIn(join(cwd, 'out')).map(({ id, status }) => `${id} ${status}`)).toEqual([
      'delete-nim/a.in#1 solved',
      'delete-nim/b.in#1 solved',
      'delete-nim/b.in#2 error',
      'delete-nim/c.in#1 solved',
    ]);
    const error = JSON.parse(files['errors.jsonl'] as string);
    expect(error).toMatchObject({
      id: 'delete-nim/b.in#2',
      rule: 'unexpected-end',
      line: 4,
      column: 1,
    });
  });

  test('without -o answers stand beside the inputs', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    expect(run(cwd, 'in').code).toBe(0);
    expect(Object.keys(contents(cwd))).toEqual([
      'in/delete-nim/a.in',
      'in/delete-nim/a.out',
      'nimbus-results/errors.jsonl',
      'nimbus-results/results.jsonl',
      'nimbus-results/summary.csv',
      'nimbus-results/summary.parquet',
    ]);
  });

  test('-o - prints the answers in order and writes nothing', () => {
    const cwd = folderWith({
      'in/delete-nim/a.in': '2\n2\n1 2\n2\n1 1\n',
      'in/even-split-heaps/b.in': '2 3\n1 1\n1 5\n',
    });
    expect(run(cwd, 'in', '-o', '-').stdout).toBe('YES\nNO\n0 1\n');
    expect(Object.keys(contents(cwd))).toEqual(['in/delete-nim/a.in', 'in/even-split-heaps/b.in']);
  });

  test('the names of answers follow the folder they stand in', () => {
    const cwd = folderWith({
      'kattis/delete-nim/data/secret/1.in': YES,
      'polygon/delete-nim/01': YES,
      'hydro/delete-nim/input7.txt': YES,
      'own/delete-nim/a.in': YES,
      'own/delete-nim/a.ans': 'YES\n',
      'yaml/a.in': YES,
      'yaml/nimbus.yaml': 'game: bzoj1228\next: ans\n',
    });
    expect(run(cwd, 'kattis', 'polygon', 'hydro', 'own', 'yaml', '-o', 'out').code).toBe(0);
    expect(Object.keys(contents(join(cwd, 'out'))).filter((path) => path.includes('/'))).toEqual([
      'hydro/delete-nim/output7.txt',
      'kattis/delete-nim/data/secret/1.ans',
      'own/delete-nim/a.ans',
      'polygon/delete-nim/01.a',
      'yaml/a.ans',
    ]);
  });

  test('--sidecar adds the rows beside each answer', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES });
    run(cwd, 'delete-nim', '--sidecar');
    const [row] = JSON.parse(readFileSync(join(cwd, 'delete-nim/a.result.json'), 'utf8'));
    expect(row.answer).toBe('YES');
  });

  test('summary.csv quotes, and disarms formulas', () => {
    const cwd = folderWith({ 'in/=a,b.in': YES });
    run(cwd, 'in', '-g', 'delete-nim', '-o', 'out');
    const [heading, line] = readFileSync(join(cwd, 'out/summary.csv'), 'utf8').split('\n');
    expect(heading).toMatch(/^id,file,case,game,status,answer,/);
    expect(line).toMatch(/^"'=a,b\.in#1","'=a,b\.in",1,delete-nim,solved,YES,/);
  });
});

describe('the game of a file', () => {
  test('comes from the flag, nimbus.yaml, its own name, a folder, or its content', () => {
    const cwd = folderWith({
      'flag/x.in': YES,
      'named/bzoj1228-x.in': YES,
      'named/agc016f/delete-nim.in': YES,
      'yaml/nimbus.yaml': 'game: delete-nim\n',
      'yaml/agc016f/x.in': YES,
      'content/x.in': '3 3\n.##\n...\n#.#\n',
    });
    expect(run(cwd, 'flag', '-g', 'bzoj1228', '-o', '-').stdout).toBe('YES\n');
    expect(run(cwd, 'named', '-o', '-').stdout).toBe('YES\nYES\n');
    expect(run(cwd, 'yaml', '-o', '-').stdout).toBe('YES\n');
    expect(run(cwd, 'content', '-o', '-').stdout).toBe('WIN\n2 3\n3 2\n');
  });

  test('is an error of that file where the content fits several games, or none', () => {
    const cwd = folderWith({ 'in/a.in': '1\n2\n1 2\n', 'in/b.in': 'hello\n' });
    const { code, stderr } = run(cwd, 'in', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toMatch(/a\.in: ambiguous-game: found content that fits .*delete-nim/);
    expect(stderr).toMatch(/b\.in: unknown-game/);
  });

  test('that is unknown is refused as a whole', () => {
    expect(run(folderWith({ 'in/a.in': YES }), 'in', '-g', 'chess').code).toBe(3);
    expect(run(folderWith({ 'in/a.in': YES, 'in/nimbus.yaml': 'game: chess\n' }), 'in').code).toBe(
      3,
    );
    expect(
      run(folderWith({ 'in/a.in': YES, 'in/nimbus.yaml': 'gane: delete-nim\n' }), 'in').code,
    ).toBe(3);
  });
});

describe('a second run', () => {
  test('solves nothing that is answered, and says so', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES, 'in/delete-nim/b.in': NO });
    run(cwd, 'in', '-o', 'out');
    const before = contents(join(cwd, 'out'));
    const { stderr } = run(cwd, 'in', '-o', 'out');
    expect(stderr).toMatch(/2 instances: 2 solved \(2 cached\), 0 errors/);
    expect(contents(join(cwd, 'out'))).toEqual(before);
  });

  test('writes no results anew where nothing changed, whatever some files do not contain', () => {
    const lines = ['1\n0\n', '0\n', '2\n3\n0\n'].map((text) => JSON.stringify({ text }));
    const cwd = folderWith({
      'in/corner-geography/a.in': '1\n0\n',
      'in/corner-geography/b.in': '0\n',
      'in/corner-geography/c.in': '2\n3\n0\n',
      'in/corner-geography/lines.jsonl': `${lines.join('\n')}\n`,
    });
    run(cwd, 'in', '-o', 'out');
    const { ino } = statSync(join(cwd, 'out/results.jsonl'));
    expect(run(cwd, 'in', '-o', 'out').stderr).toMatch(/6 instances: 6 solved \(6 cached\)/);
    expect(statSync(join(cwd, 'out/results.jsonl')).ino).toBe(ino);
    expect(rowsIn(join(cwd, 'out'))).toHaveLength(6);
  });

  test('solves what changed, what is missing and what failed, and replaces its own old answer', () => {
    const cwd = folderWith({
      'in/delete-nim/a.in': YES,
      'in/delete-nim/b.in': NO,
      'in/delete-nim/c.in': YES,
    });
    run(cwd, 'in', '-o', 'out');
    addFiles(cwd, { 'in/delete-nim/a.in': NO });
    writeFileSync(join(cwd, 'out/delete-nim/b.out'), '');
    expect(run(cwd, 'in', '-o', 'out').stderr).toMatch(/3 solved \(1 cached\), 0 errors/);
    expect(contents(join(cwd, 'out'))).toMatchObject({
      'delete-nim/a.out': 'NO\n',
      'delete-nim/b.out': 'NO\n',
      'delete-nim/c.out': 'YES\n',
    });
  });

  test('writes the results of a run that was killed after its last answer', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    run(cwd, 'in', '-o', 'out');
    const results = readFileSync(join(cwd, 'out/results.jsonl'), 'utf8');
    rmSync(join(cwd, 'out/results.jsonl'));
    addFiles(cwd, { 'out/.nimbus/journal.jsonl': results + results.slice(0, 99) });
    expect(run(cwd, 'in', '-o', 'out').stderr).toMatch(/1 solved \(1 cached\)/);
    expect(readFileSync(join(cwd, 'out/results.jsonl'), 'utf8')).toBe(results);
    expect(existsSync(join(cwd, 'out/.nimbus'))).toBe(false);
  });

  test('takes no instance for solved of which it knows only some cases', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': '3\n2\n1 2\n2\n1 1\n2\n1 2\n' });
    run(cwd, 'in', '-o', 'out');
    const [first, , third] = readFileSync(join(cwd, 'out/results.jsonl'), 'utf8').split('\n');
    addFiles(cwd, { 'out/results.jsonl': `${first}\n${third}\n` });
    expect(run(cwd, 'in', '-o', 'out').stderr).toMatch(/3 solved \(0 cached\)/);
    expect(rowsIn(join(cwd, 'out'))).toHaveLength(3);
  });

  test('writes a summary anew that was deleted', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    run(cwd, 'in', '-o', 'out');
    rmSync(join(cwd, 'out/summary.csv'));
    run(cwd, 'in', '-o', 'out');
    expect(existsSync(join(cwd, 'out/summary.csv'))).toBe(true);
  });

  test('goes by content, not by name or time', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    run(cwd, 'in', '-o', 'out');
    addFiles(cwd, { 'in/delete-nim/b.in': YES, 'out/delete-nim/b.out': 'YES\n' });
    expect(run(cwd, 'in', '-o', 'out').stderr).toMatch(/2 solved \(2 cached\)/);
  });
});

describe("the user's files", () => {
  const differing = { 'delete-nim/a.in': YES, 'delete-nim/a.ans': 'NO\n' };

  test('an answer that is there and differs is kept and named, every time, and the exit code is 1', () => {
    const cwd = folderWith(differing);
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = run(cwd, 'delete-nim');
      expect(code).toBe(1);
      expect(stdout).toContain('YES (differs)');
      expect(stderr).toMatch(
        /delete-nim\/a\.in: answer\/differs: .+ holds 'NO', ours is 'YES', and was kept/,
      );
      expect(stderr).toContain('1 differ from answers that were there');
    }
    expect(readFileSync(join(cwd, 'delete-nim/a.ans'), 'utf8')).toBe('NO\n');
    const [row] = rowsIn(join(cwd, 'nimbus-results'));
    expect(row?.warnings.map(({ rule }) => rule)).toEqual(['answer/differs']);
  });

  test('are replaced only by --overwrite always', () => {
    const cwd = folderWith(differing);
    expect(run(cwd, 'delete-nim', '--overwrite', 'always').code).toBe(0);
    expect(readFileSync(join(cwd, 'delete-nim/a.ans'), 'utf8')).toBe('YES\n');
  });

  test('stay theirs: a right answer beside its input is not replaced when the input changes', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES, 'delete-nim/a.ans': 'YES\n' });
    expect(run(cwd, 'delete-nim').code).toBe(0);
    addFiles(cwd, { 'delete-nim/a.in': NO });
    expect(run(cwd, 'delete-nim').code).toBe(1);
    expect(readFileSync(join(cwd, 'delete-nim/a.ans'), 'utf8')).toBe('YES\n');
  });

  test('may have other white space', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES, 'delete-nim/a.ans': 'YES \r\n\n' });
    const { code, stderr } = run(cwd, 'delete-nim');
    expect(code).toBe(0);
    expect(stderr).toContain('answer/white-space');
  });

  test.each([['-o', 'own'], []])(
    'that bear the names of results are never written over',
    (...words) => {
      const folder = words.length === 0 ? 'nimbus-results' : 'own';
      for (const name of ['results.jsonl', 'summary.csv', 'errors.jsonl', 'summary.parquet']) {
        const cwd = folderWith({ 'in/delete-nim/a.in': YES, [`${folder}/${name}`]: 'my notes\n' });
        const { code, stderr } = run(cwd, 'in', ...words);
        expect(code).toBe(3);
        expect(stderr).toContain('results-name');
        expect(readFileSync(join(cwd, folder, name), 'utf8')).toBe('my notes\n');
      }
    },
  );

  test('that are empty are filled only in a folder of answers', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES, 'delete-nim/a.out': '' });
    expect(run(cwd, 'delete-nim').code).toBe(1);
    expect(readFileSync(join(cwd, 'delete-nim/a.out'), 'utf8')).toBe('');
  });
});

describe('answers of our own', () => {
  const answer = (cwd: string) => {
    const path = join(cwd, 'out/delete-nim/a.out');
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };

  test('go when their input is broken, and come back when it is mended', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    run(cwd, 'in', '-o', 'out');
    addFiles(cwd, { 'in/delete-nim/a.in': CUT_OFF });
    run(cwd, 'in', '-o', 'out');
    expect(answer(cwd)).toBeNull();
    addFiles(cwd, { 'in/delete-nim/a.in': NO });
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
    expect(answer(cwd)).toBe('NO\n');
  });

  test('are still ours after --overwrite never kept an outdated one', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    run(cwd, 'in', '-o', 'out');
    addFiles(cwd, { 'in/delete-nim/a.in': NO });
    expect(run(cwd, 'in', '-o', 'out', '--overwrite', 'never').code).toBe(1);
    expect(answer(cwd)).toBe('YES\n');
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
    expect(answer(cwd)).toBe('NO\n');
  });

  test('are remembered when a run takes only some of the files', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES, 'in/delete-nim/b.in': YES });
    run(cwd, 'in', '-o', 'out');
    run(cwd, 'in', '-o', 'out', '--only', '**/b.in');
    expect(rowsIn(join(cwd, 'out'))).toHaveLength(2);
    addFiles(cwd, { 'in/delete-nim/a.in': NO });
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
    expect(answer(cwd)).toBe('NO\n');
  });

  test('are remembered when another folder is run into the same place, and nothing else is taken away', () => {
    const cwd = folderWith({
      'a/delete-nim/a.in': YES,
      'b/delete-nim/b.in': YES,
      'out/.nimbus/mine.txt': 'keep',
    });
    run(cwd, 'a', '-o', 'out');
    run(cwd, 'b', '-o', 'out');
    expect(rowsIn(join(cwd, 'out')).map(({ file }) => file)).toEqual(['delete-nim/b.in']);
    addFiles(cwd, { 'a/delete-nim/a.in': NO });
    expect(run(cwd, 'a', '-o', 'out').code).toBe(0);
    expect(answer(cwd)).toBe('NO\n');
    expect(readFileSync(join(cwd, 'out/.nimbus/mine.txt'), 'utf8')).toBe('keep');
  });

  test('are remembered across a run that has no cases at all', () => {
    const cwd = folderWith({ 'a/delete-nim/a.in': YES, 'b/corner-geography/b.in': '0\n' });
    run(cwd, 'a', '-o', 'out');
    run(cwd, 'b', '-o', 'out');
    expect(rowsIn(join(cwd, 'out'))).toEqual([]);
    addFiles(cwd, { 'a/delete-nim/a.in': NO });
    expect(run(cwd, 'a', '-o', 'out').code).toBe(0);
    expect(answer(cwd)).toBe('NO\n');
  });

  test.each([
    ['a folder of answers', ['in', '-o', 'out'], 'out/corner-geography/a.out', false],
    ['beside the inputs', ['in', '--ext', 'ans'], 'in/corner-geography/a.ans', true],
  ])('of no cases go with them in %s', (_, words, path, stays) => {
    const cwd = folderWith({ 'in/corner-geography/a.in': '0\n' });
    run(cwd, ...words);
    expect(readFileSync(join(cwd, path), 'utf8')).toBe('');
    addFiles(cwd, { 'in/corner-geography/a.in': 'x\n0\n' });
    expect(run(cwd, ...words).code).toBe(1);
    // An empty file of the user's may have stood there before.
    expect(existsSync(join(cwd, path))).toBe(stays);
  });

  test('of two shards make one result', () => {
    const cwd = folderWith({
      'in/delete-nim/a.in': YES,
      'in/delete-nim/b.in': NO,
      'in/delete-nim/c.in': YES,
    });
    run(cwd, 'in', '-o', 'out', '--shard', '2/2');
    run(cwd, 'in', '-o', 'out', '--shard', '1/2');
    expect(rowsIn(join(cwd, 'out')).map(({ id }) => id)).toEqual(
      ['a', 'b', 'c'].map((name) => `delete-nim/${name}.in#1`),
    );
    expect(run(cwd, 'in', '-o', 'out').stderr).toMatch(/3 solved \(3 cached\)/);
  });

  test('and results are no inputs of the next run', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES });
    for (let time = 0; time < 3; time++) {
      expect(run(cwd, '.').stderr).toMatch(/1 instance: 1 solved/);
      expect(run(cwd, '.', '-o', '.').code).toBe(0);
    }
  });
});

describe('places', () => {
  test('two runs in one folder: the second is refused while the first is alive', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES, 'out/.nimbus/lock': `${process.pid}` });
    const { code, stderr } = run(cwd, 'in', '-o', 'out');
    expect(code).toBe(3);
    expect(stderr).toContain(`found process ${process.pid} at work`);
    addFiles(cwd, { 'out/.nimbus/lock': '999999999' });
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
  });

  test('an output that is a file, or words that are empty, are refused as usage', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES, file: 'x' });
    expect(run(cwd, 'in', '-o', 'file').code).toBe(2);
    expect(run(cwd, 'in', '-o', '').code).toBe(2);
    expect(run(cwd, '').code).toBe(2);
  });

  test('JSON Lines may come over standard input, short ones or longer than memory keeps them', () => {
    const long = `1\n20000\n2 ${'12345 '.repeat(19_999)}\n`;
    for (const [text, count] of [
      [YES, 3],
      [long, 150],
    ] as const) {
      const cwd = folderWith({});
      const lines = Array.from(
        { length: count },
        (_, at) => `${JSON.stringify({ id: `i${at}`, game: 'delete-nim', text })}\n`,
      );
      const input = lines.join('');
      expect(nimbus(['run', '-', '-o', 'out', '-q'], { cwd, input }).code).toBe(0);
      const rows = rowsIn(join(cwd, 'out'));
      expect(rows.map(({ id, line }) => [id, line])).toEqual(
        lines.map((_, at) => [`i${at}`, at + 1]),
      );
      expect(rows.every(({ file, answer }) => file === 'stdin' && answer === 'YES')).toBe(true);
    }
  });

  test('a sidecar that is asked for later is written, and one that is gone again', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    const sidecar = join(cwd, 'out/delete-nim/a.result.json');
    run(cwd, 'in', '-o', 'out');
    for (const cached of [0, 1, 0]) {
      const { stderr } = run(cwd, 'in', '-o', 'out', '--sidecar');
      expect(stderr).toContain(`1 solved (${cached} cached)`);
      expect(JSON.parse(readFileSync(sidecar, 'utf8'))).toMatchObject([{ answer: 'YES' }]);
      if (cached === 1) rmSync(sidecar);
    }
  });

  test('a short flag and its value may be one word', () => {
    const cwd = folderWith({ 'in/1.in': YES, 'in/-j1': '' });
    expect(run(cwd, 'in', '-oout', '-j1', '-gdelete-nim', '-q').code).toBe(0);
    expect(readFileSync(join(cwd, 'out/1.out'), 'utf8')).toBe('YES\n');
    expect(nimbus(['run', '-o-', '-gdelete-nim', 'in/1.in'], { cwd }).stdout).toBe('YES\n');
    expect(run(join(cwd, 'in'), '--', '-j1').stderr).toContain('-j1: unknown-game');
  });

  test('an output that can never be made ends at once, as storage that gave up', () => {
    expect(run(folderWith({ 'in/delete-nim/a.in': YES }), 'in', '-o', '/proc/nimbus').code).toBe(4);
  });

  test('an answer that cannot be written is its own error, not its neighbours', () => {
    const cwd = folderWith({
      'in/delete-nim/a.in': YES,
      'in/delete-nim/b.in': NO,
      'out/delete-nim/a.out/x': '',
    });
    const { code, stderr } = run(cwd, 'in', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /a\.in: answer\/unwritable: .+ a folder, a pipe or a device stands there/,
    );
    expect(readFileSync(join(cwd, 'out/delete-nim/b.out'), 'utf8')).toBe('NO\n');
  });

  test('a name that is too long for its answer is an error, and leaves no piece behind', () => {
    // The answer's name is longer by a letter, which no file system takes.
    const cwd = folderWith({
      [`in/delete-nim/${'z'.repeat(252)}.in`]: YES,
      'in/delete-nim/a.in': NO,
    });
    const { code, stderr } = run(cwd, 'in', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toContain('answer/unwritable');
    expect(readdirSync(join(cwd, 'out/delete-nim'))).toEqual(['a.out']);
  });

  test('long names, one PATH twice, links and pipes', () => {
    const long = `${'x'.repeat(250)}.in`;
    const cwd = folderWith({ [`in/delete-nim/${long}`]: YES });
    symlinkSync(join(cwd, 'in/delete-nim', long), join(cwd, 'in/delete-nim/link.in'));
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'in/delete-nim/dangling.in'));
    const { code, stderr } = run(cwd, 'in', 'in', '-o', 'out');
    expect(code).toBe(0);
    expect(stderr).toContain('2 instances: 2 solved');
    expect(stderr).toContain('ignored 1 other file ');
  });

  test('two inputs that want one answer name: the first has it', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES, 'in/delete-nim/a.txt': NO });
    expect(run(cwd, 'in', '-o', 'out').stderr).toContain('answer-name');
    expect(readFileSync(join(cwd, 'out/delete-nim/a.out'), 'utf8')).toBe('YES\n');
  });
});

describe('JSON Lines', () => {
  test('hold instances of any games; a broken line harms no other', () => {
    const lines = [
      { game: 'delete-nim', id: 'a', text: YES },
      { game: 'agc016f', text: '2 1\n1 2\n', expect: '1' },
      { game: 'chess', id: 'c', text: '' },
      { game: 'delete-nim', id: 'a', text: NO },
      { game: 'delete-nim', id: 'e', text: NO, expect: 'YES' },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"game":\n{"id":"g","id":"h","text":""}\n{"__proto__":1,"text":""}\n`;
    const cwd = folderWith({ 'batch.jsonl': text });
    const { code, stderr } = run(cwd, 'batch.jsonl', '-o', 'out');
    expect(code).toBe(1);
    expect(stderr).toContain('batch.jsonl:3: unknown-game');
    expect(
      rowsIn(join(cwd, 'out')).map((row) => [row.line, row.id, row.answer, row.error?.rule]),
    ).toEqual([
      [1, 'a', 'YES', undefined],
      [2, '2', '1', undefined],
      [3, 'c', null, 'unknown-game'],
      [4, 'a', null, 'json-lines/repeated-id'],
      [5, 'e', 'NO', undefined],
      [6, '6', null, 'json-lines/syntax'],
      [7, '7', null, 'json-lines/repeated-key'],
      [8, '8', null, 'json-lines/field'],
    ]);
    expect(stderr).toContain('1 differ');
  });
});

describe('what runs', () => {
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`in/delete-nim/${n}.in`, YES]),
  );

  test('--only, --skip and --shard choose files', () => {
    const cwd = folderWith(files);
    const count = (...words: string[]) =>
      /(\d+) instances/.exec(run(cwd, 'in', '-o', '-', ...words).stderr)?.[1];
    expect(count('--only', '**/[0-3].in')).toBe('4');
    expect(count('--skip', '**/0.in')).toBe('9');
    expect([1, 2, 3].map((i) => count('--shard', `${i}/3`))).toEqual(['4', '3', '3']);
  });

  test('nothing found is refused; junk and answers are ignored and counted', () => {
    expect(run(folderWith({ 'in/readme.md': '' }), 'in').code).toBe(3);
    expect(run(folderWith({}), 'no-such-folder').code).toBe(3);
    const cwd = folderWith({
      ...files,
      'in/a.ans.gz': '',
      'in/a.out': '',
      'in/.DS_Store': '',
      'in/notes.md': '',
    });
    expect(run(cwd, 'in', '-o', 'out').stderr).toContain('ignored 4 other files');
    expect(run(cwd, 'in', '-o', 'out', '-v').stderr).toContain('ignored a.ans.gz: an answer');
  });

  test('--fail-fast stops at the first error with exit code 5, and the next run goes on', () => {
    const cwd = folderWith({ ...files, 'in/delete-nim/00.in': CUT_OFF });
    expect(run(cwd, 'in', '-o', 'out', '--fail-fast', '-j', '1').code).toBe(5);
    expect(existsSync(join(cwd, 'out/results.jsonl'))).toBe(false);
    addFiles(cwd, { 'in/delete-nim/00.in': YES });
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
  });

  test('--dry-run and plan say the same and write nothing', () => {
    const cwd = folderWith(files);
    const plan = nimbus(['plan', 'in', '--plain', '-o', 'out'], { cwd });
    expect(plan.stdout.split('\n')).toHaveLength(12);
    expect(run(cwd, 'in', '-n', '--plain', '-o', 'out').stdout.split('\n')).toHaveLength(12);
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  test('plan gives the reason for each instance', () => {
    const cwd = folderWith({
      'in/delete-nim/a.in': YES,
      'in/delete-nim/b.in': NO,
      'in/delete-nim/c.in': CUT_OFF,
      'in/delete-nim/d.in': YES,
    });
    run(cwd, 'in', '-o', 'out');
    addFiles(cwd, {
      'in/delete-nim/a.in': `${NO}\n`,
      'in/delete-nim/e.in': '1\n2\n5 5\n',
      'out/delete-nim/d.out': 'mine\n',
    });
    const { instances } = JSON.parse(nimbus(['plan', 'in', '-o', 'out', '--json'], { cwd }).stdout);
    expect(
      instances.map(({ file, reason }: { file: string; reason: string }) => `${file}: ${reason}`),
    ).toEqual([
      'delete-nim/a.in: input or options changed',
      'delete-nim/b.in: cached',
      'delete-nim/c.in: failed before: unexpected-end',
      'delete-nim/d.in: answer differs',
      'delete-nim/e.in: new',
    ]);
  });

  test('--second-solver and --certify check the answers', () => {
    const cwd = folderWith({
      'in/delete-nim/a.in': YES,
      'in/election-promises/a.in': '4 2\n2 1 1 5\n1 2\n3 4\n',
    });
    expect(run(cwd, 'in', '-o', 'out', '--second-solver', 'brute', '--certify', 'all').code).toBe(
      0,
    );
    const certified = rowsIn(join(cwd, 'out')).map(({ certificate }) => certificate?.verified);
    expect(certified).toEqual([undefined, true]);
  });

  test('--json prints an event for each case', () => {
    const cwd = folderWith(files);
    const events = run(cwd, 'in', '-o', 'out', '--json')
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toHaveLength(10);
    expect(events[0]).toMatchObject({ v: 1, type: 'case', game: 'delete-nim', status: 'solved' });
  });
});
