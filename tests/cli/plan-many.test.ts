import { describe, expect, test } from 'vitest';
import { folderWith, nimbus } from './command.ts';

const COUNT = 6_000;

/** One line in a thousand is wrong. */
function lines(): string {
  const each = Array.from({ length: COUNT }, (_, at) => {
    const text = at % 1_000 === 999 ? '1\n3\n1 2 3\n' : `1\n2\n${at + 1} 2\n`;
    return JSON.stringify({ game: at % 2 === 0 ? 'delete-nim' : 'bzoj1228', text });
  });
  return `${each.join('\n')}\n`;
}

describe('a plan of very many instances', () => {
  const cwd = folderWith({ 'many.jsonl': lines() });
  const plan = (...words: string[]) => nimbus(['plan', 'many.jsonl', ...words], { cwd });

  test('as JSON has all of them in their order', () => {
    const { instances, total } = JSON.parse(plan('--json').stdout);
    expect(instances.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: COUNT }, (_, at) => at + 1),
    );
    const wrong = instances.filter(({ errors }: { errors: number }) => errors > 0);
    expect(wrong.map(({ line }: { line: number }) => line)).toEqual(
      [1, 2, 3, 4, 5, 6].map((thousand) => thousand * 1_000),
    );
    expect(total).toMatchObject({ instances: COUNT, cases: COUNT, wrong: 6, cached: 0 });
  });

  test('as lines has one each', () => {
    const rows = plan('--plain').stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(COUNT + 1);
    expect(rows.at(-1)).toMatch(/^delete-nim\tmany\.jsonl:6000\t/);
  });

  test('as JSON says of all how their game is known', () => {
    const text = `${JSON.stringify({ text: '1\n2\n1 2\n' })}\n`.repeat(2_500);
    const folder = folderWith({ 'delete-nim/many.jsonl': text });
    const { stdout } = nimbus(['plan', 'delete-nim', '--json'], { cwd: folder });
    const { instances } = JSON.parse(stdout) as { instances: readonly { why: string }[] };
    expect([...new Set(instances.map(({ why }) => why))]).toEqual(['the folder delete-nim']);
  });

  test('for people has the games, and those with errors', () => {
    const { stdout, stderr } = plan();
    const rows = stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(2 + 1 + 1 + 6);
    expect(rows[1]).toMatch(/^delete-nim +6\D000 +6\D000 +6 /);
    expect(rows.at(-1)).toMatch(/many\.jsonl:6000 .*count\/odd$/);
    expect(stderr).toMatch(/6\D000 instances with 6\D000 cases: 5\D994 to solve, 6 with errors/);
  });
});
