import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registry } from '../../core/games/index.ts';
import { proofs } from '../../core/games/proofs.ts';
import { Random } from '../../core/random/random.ts';
import { contents, type Files, folderWith, nimbus, nimbusWithSignal } from './command.ts';

const KILLS = 20;
const RUN = ['run', 'in', '-o', 'out'];
const files = await manyFiles(60);
const whole = folderWith(files);
const start = performance.now();
nimbus(RUN, { cwd: whole });
const duration = performance.now() - start;
const expected = answersIn(whole);

/** Small files of all games, enough for a run of some tenths of a second. */
async function manyFiles(each: number): Promise<Files> {
  const made: Record<string, string> = {};
  for (const { name, load } of registry) {
    const { game } = await load();
    const generators = Object.values((await proofs[name]?.())?.proof.small ?? {});
    for (let seed = 0; seed < each; seed++) {
      const cases = generators[seed % generators.length]?.(new Random(seed)) ?? [];
      made[`in/${name}/${seed}.in`] = game.codec.formatCases(cases);
    }
  }
  return made;
}

/** Everything below `out` but what tells of times. */
function answersIn(cwd: string): Record<string, string> {
  const all = Object.entries(contents(join(cwd, 'out')));
  return Object.fromEntries(
    all.filter(([path]) => !/^(results\.jsonl|summary\.(csv|parquet))$/.test(path)),
  );
}

test(`a run killed ${KILLS} times at different moments and run again gives the same files`, async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const cwd = folderWith(files);
    const moment = performance.now() + (duration * (kill + 0.5)) / KILLS;
    await nimbusWithSignal(RUN, cwd, 'SIGKILL', () => performance.now() > moment);
    const { code } = nimbus(RUN, { cwd });
    expect(code).toBe(0);
    expect(answersIn(cwd)).toEqual(expected);
  }
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends with 130 and one line, and the next run goes on from what is finished',
  async (signal) => {
    const cwd = folderWith(files);
    const journal = join(cwd, 'out/.nimbus/journal.jsonl');
    const hasRows = () => (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const broken = await nimbusWithSignal([...RUN, '-j', '1'], cwd, signal, hasRows);
    expect(broken.code).toBe(130);
    expect(broken.stderr).toMatch(/^interrupted after \d+ of \d+; run again to go on\n$/);
    const { code, stderr } = nimbus(RUN, { cwd });
    expect(code).toBe(0);
    expect(answersIn(cwd)).toEqual(expected);
    expect(Number(/\((\d+) cached\)/.exec(stderr)?.[1])).toBeGreaterThan(0);
  },
);
