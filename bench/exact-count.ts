// The exact count of the complete graph of N vertices, whole process: its time, and its residues against runs
// of the modular solver.
//   npm run bench -- exact-count [N]
import { spawnSync } from 'node:child_process';
import { medians } from './measure.ts';
import { completeDag } from './published.ts';
import { solveGraph } from './solve-graph.ts';

const RUNS = 3;
const MODULI = [1_000_000_007, 998_244_353, 1_000_000_009, 2_147_483_647];
const vertices = Number(process.argv[2] ?? 20);
const { command } = solveGraph(`${vertices}`, completeDag(vertices, 0), 1);

const exact = { ...command, words: [...command.words, '--exact'] };
const [once = 0, all = 0] = medians([command, exact], RUNS);
const count = BigInt(answerOf('--exact'));
console.log(
  `complete graph, n = ${vertices}: ${count}\n` +
    `exact ${(all / 1000).toFixed(2)} s, modulo 1000000007 ${(once / 1000).toFixed(2)} s, one thread`,
);
for (const modulus of MODULI) {
  const found = BigInt(answerOf('--modulus', `${modulus}`));
  const isSame = found === count % BigInt(modulus);
  console.log(`modulo ${modulus}: ${found}, ${isSame ? 'the same' : 'ANOTHER ONE'}`);
  if (!isSame) process.exitCode = 1;
}

function answerOf(...words: string[]): string {
  const { stdout } = spawnSync(command.program, [...command.words, ...words], { encoding: 'utf8' });
  return stdout.trim();
}
