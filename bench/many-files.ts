// 10,000 small mixed files: `nimbus run` against a shell loop over the published programs and against
// `cp -r` of the same folder, a second run over the same folder; and 40 heavy files on one worker and on two.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../core/games/index.ts';
import { proofs } from '../core/games/proofs.ts';
import { Random } from '../core/random/random.ts';
import { median, timeOnce } from './measure.ts';
import { compilePublished, completeDag } from './published.ts';

const FILES = 10_000;
const HEAVY = 40;
const RUNS = 3;
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-many-'));
const published = compilePublished();

function nimbusRun(from: string, out: string, ...words: string[]) {
  return {
    name: 'nimbus run',
    program: process.execPath,
    words: [door, 'run', from, '-o', out, '-q', ...words],
    code: 0,
  };
}

await writeSmallFiles();
const many = join(folder, 'many');
const loop = { name: 'shell loop', program: 'bash', words: [writeShellLoop()] };
const times = Array.from({ length: RUNS }, (_, run) => {
  // A new folder each time: to delete the old one would keep the disk busy during the next run.
  const out = join(folder, `out-${run}`);
  const copy = { name: 'cp -r', program: 'cp', words: ['-r', many, join(folder, `copy-${run}`)] };
  const ours = [timeOnce(nimbusRun(many, out)), timeOnce(nimbusRun(many, out))];
  return [...ours, timeOnce(loop), timeOnce(copy)];
});
const [first, second, shell, copy] = [0, 1, 2, 3].map((at) =>
  median(times.map((run) => run[at] as number)),
) as [number, number, number, number];
console.log(
  `${FILES} small files: first run ${seconds(first)}, shell loop over the published programs ${seconds(shell)}: ${(shell / first).toFixed(1)} times as long`,
);
console.log(
  `cp -r of the same folder ${seconds(copy)}: the first run takes ${(first / copy).toFixed(1)} times as long`,
);
console.log(`second run ${seconds(second)} = ${(second / first).toFixed(2)} of the first`);

writeHeavyFiles();
const [one, two] = ['1', '2'].map((jobs) =>
  median(
    Array.from({ length: RUNS }, (_, run) => {
      const out = join(folder, `heavy-out-${jobs}-${run}`);
      return timeOnce(nimbusRun(join(folder, 'heavy'), out, '-j', jobs));
    }),
  ),
) as [number, number];
console.log(
  `${HEAVY} heavy files: one worker ${seconds(one)}, two workers ${seconds(two)}: ${(one / two).toFixed(2)} times as fast`,
);
rmSync(folder, { recursive: true });

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

async function writeSmallFiles(): Promise<void> {
  for (const { name, load } of registry) {
    const { codec } = (await load()).game;
    const generators = Object.values((await proofs[name]?.())?.proof.small ?? {});
    mkdirSync(join(folder, 'many', name), { recursive: true });
    mkdirSync(join(folder, 'loop-out', name), { recursive: true });
    const share =
      registry.findIndex((entry) => entry.name === name) < FILES % registry.length ? 1 : 0;
    for (let seed = 0; seed < Math.floor(FILES / registry.length) + share; seed++) {
      const generate = generators[seed % generators.length];
      writeFileSync(
        join(folder, 'many', name, `${seed}.in`),
        codec.formatCases(generate?.(new Random(seed)) ?? []),
      );
    }
  }
}

function writeShellLoop(): string {
  const lines = registry.map(({ name }) => {
    const inputs = `${join(folder, 'many', name)}/*.in`;
    const output = `${join(folder, 'loop-out', name)}/\${f##*/}`;
    return `for f in ${inputs}; do ${published.get(name)} < "$f" > "${output}"; done`;
  });
  const path = join(folder, 'loop.sh');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Counts over complete graphs of 22 vertices, each with another edge left out. */
function writeHeavyFiles(): void {
  mkdirSync(join(folder, 'heavy/dag-subgraph-count'), { recursive: true });
  for (let edge = 1; edge <= HEAVY; edge++) {
    writeFileSync(join(folder, `heavy/dag-subgraph-count/${edge}.in`), completeDag(22, edge));
  }
}
