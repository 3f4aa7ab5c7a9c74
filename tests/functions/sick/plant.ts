import { appendFileSync } from 'node:fs';
import { game as subgraphs } from '../../../core/games/dag-subgraph-count/index.ts';
import { game } from '../../../core/games/delete-nim/index.ts';
import { DEEDS, SICK, SLOW_MILLISECONDS } from './deeds.ts';

const solve = game.solve.bind(game);
const hoard: unknown[] = [];
let isSpoiled = false;

const deeds: Readonly<Record<number, () => void>> = {
  [DEEDS.bytes]: () => {
    for (;;) hoard.push(new Uint8Array(8 * 1024 * 1024).fill(1));
  },
  [DEEDS.objects]: () => {
    for (;;) hoard.push({ more: `${hoard.length}` });
  },
  [DEEDS.exit]: () => process.exit(3),
  [DEEDS.loop]: () => {
    for (;;);
  },
  [DEEDS.throws]: () => {
    throw new TypeError('as asked\nwith a second line');
  },
  [DEEDS.spoils]: () => {
    isSpoiled = true;
  },
  [DEEDS.victim]: () => {
    if (isSpoiled) process.exit(4);
  },
  [DEEDS.slow]: () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_MILLISECONDS);
  },
};

/** From now on this process solves what is sick as that asks for, and all else as always. */
Object.assign(game, {
  // Of a range of a long file cases would be answered while they are read.
  fold: undefined,
  solve(c: { readonly heaps: Float64Array }) {
    const [first, second = 0] = c.heaps;
    if (first === SICK) deeds[second]?.();
    if (first === SICK && process.env['SICK_ENDLESS'] === `${second}`) runWithoutEnd();
    return solve(c);
  },
});

/** After it told who it is. */
function runWithoutEnd(): never {
  appendFileSync(process.env['SICK_PROCESSES'] ?? '', `${process.pid}\n`);
  for (;;);
}

const { table } = subgraphs;
if (table !== undefined) {
  Object.assign(subgraphs, {
    table: {
      ...table,
      attach(...words: Parameters<typeof table.attach>) {
        const solver = table.attach(...words);
        const solve = (part: unknown) => {
          if (process.env['SICK_PART'] === 'exit') process.exit(3);
          return solver.solve(part);
        };
        return { ...solver, solve };
      },
    },
  });
}
