import { expect, test } from 'vitest';
import { folderWith, nimbus } from './command.ts';

const ONE_TOKEN = '1 0\n1\n1\n';

test('solve prints the bytes of the judge and nothing else', () => {
  const cwd = folderWith({ 'a.in': ONE_TOKEN });
  expect(nimbus(['solve', 'colored-token-split', 'a.in'], { cwd })).toEqual({
    code: 0,
    stdout: '1\n',
    stderr: '',
  });
});

test('solve takes the judge id, in any letters, and standard input', () => {
  expect(nimbus(['solve', 'JZOJ3996'], { input: ONE_TOKEN }).stdout).toBe('1\n');
  expect(nimbus(['solve', 'jzoj3996', '-'], { input: ONE_TOKEN }).stdout).toBe('1\n');
});

test('solve prints no answer at all when a case is wrong, and names the place', () => {
  const input = '2\n3\n1 2 3\n2\n1 2\n';
  const { code, stdout, stderr } = nimbus(['solve', 'delete-nim', '-'], { input });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^-:2:1: count\/odd: found .+, allowed .+\n/);
});

test('solve says what it ignored or found odd on standard error', () => {
  const { code, stdout, stderr } = nimbus(['solve', 'delete-nim'], { input: '1\r\n2\r\n1 2\r\n' });
  expect([code, stdout]).toEqual([0, 'YES\n']);
  expect(stderr).toBe('-: warning: text/crlf: lines end with CR LF\n');
});

test('solve warns exactly where the theory does not cover the case, and --literal gives the true answer', () => {
  const input = '3 2 4\n2 1\n3 2\n2 2 3 3\n';
  const published = nimbus(['solve', 'two-tokens-on-dag'], { input });
  expect(published.stdout).toBe('3\n');
  expect(published.stderr).toContain('theory/not-covered');
  expect(nimbus(['solve', '--literal', 'hdu5865'], { input })).toEqual({
    code: 0,
    stdout: '1\n',
    stderr: '',
  });
});

test('solve --literal refuses what a search cannot reach', () => {
  const { code, stderr } = nimbus(['solve', '--literal', 'grid-geography'], {
    input: `9 9\n${'.........\n'.repeat(9)}`,
  });
  expect(code).toBe(1);
  expect(stderr).toContain('literal/out-of-reach');
});

test('solve --lenient accepts a plus sign', () => {
  const input = '1\n2\n+1 2\n';
  expect(nimbus(['solve', 'delete-nim'], { input }).code).toBe(1);
  expect(nimbus(['solve', '--lenient', 'delete-nim'], { input }).stdout).toBe('YES\n');
});

test('solve --json prints one document', () => {
  const { stdout } = nimbus(['solve', '--json', 'delete-nim', '-'], {
    input: '2\n2\n1 2\n2\n1 1\n',
  });
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ v: 1, game: 'delete-nim', answer: 'YES\nNO\n' });
  expect(document.cases.map((each: { answer: string }) => each.answer)).toEqual(['YES', 'NO']);
});

test('solve refuses a case that would cost too much before it starts', () => {
  const edges = Array.from({ length: 26 }, (_, x) =>
    Array.from({ length: 25 - x }, (_, d) => `${x + 1} ${x + d + 2}`),
  );
  const input = `26 ${edges.flat().length}\n${edges.flat().join('\n')}\n`;
  const { code, stderr } = nimbus(['solve', '--time-limit', '1s', 'dag-subgraph-count'], { input });
  expect(code).toBe(1);
  expect(stderr).toMatch(/cost\/too-large: found a case of about \d+ s/);
});

test('wrong words exit with 2, an unknown game or file with 3', () => {
  expect(nimbus(['solve']).code).toBe(2);
  expect(nimbus(['sole']).stderr).toContain('did you mean');
  expect(nimbus(['solve', '--no-such-flag', 'delete-nim']).code).toBe(2);
  expect(nimbus(['solve', '--time-limit', 'soon', 'delete-nim']).code).toBe(2);
  expect(nimbus(['solve', 'chess', '-']).code).toBe(3);
  expect(nimbus(['solve', 'delete-nim', 'no-such-file.in']).code).toBe(3);
});

test('every verb explains itself', () => {
  expect(nimbus([]).stdout).toContain('nimbus solve delete-nim 01.in');
  for (const verb of ['solve', 'run', 'plan', 'games']) {
    expect(nimbus([verb, '--help']).stdout).toBe(nimbus(['help', verb]).stdout);
  }
  for (const topic of ['exit-codes', 'inputs', 'results', 'delete-nim']) {
    expect(nimbus(['help', topic]).code).toBe(0);
  }
  expect(nimbus(['help', 'chess']).code).toBe(2);
});

test('games lists all games with their limits', () => {
  const { stdout } = nimbus(['games', '--json']);
  expect(JSON.parse(stdout).games).toHaveLength(11);
  expect(nimbus(['games']).stdout).toContain('agc016f');
});
