import type { AnyGame, Calibration } from '../../core/game.ts';
import { millisecondsOfSteps } from '../../core/pipeline/budget.ts';

/** Time of the calibration loop on the machine where the steps of the games were measured. */
const MEASURED_MILLISECONDS = 10;
const LOOP = 1 << 23;
const RUNS = 3;
/** The engine compiles a kernel a second time, for speed, while its first runs go on. */
const KERNEL_RUNS = 8;
/** Forecasts below it are not made better by an own calibration, which takes about as long. */
const WORTH_MILLISECONDS = 100;

/** How fast this machine is against the one where the games were measured; a fraction of a second a game. */
export class Speeds {
  readonly #known = new Map<string, number>();
  #loop: number | null;

  /** With the speed of the loop where another thread has measured it. */
  constructor(loop: number | null = null) {
    this.#loop = loop;
  }

  /** Null as long as nobody wanted it. */
  get loopSpeed(): number | null {
    return this.#loop;
  }

  /** By the game's own solver, where it has a case for that and so many milliseconds are worth it; else by a loop. */
  of(game: AnyGame, milliseconds: number): number {
    if (game.calibration === undefined || milliseconds < WORTH_MILLISECONDS)
      return this.#loopSpeed();
    const speed = this.#known.get(game.name) ?? solvingSpeed(game, game.calibration());
    this.#known.set(game.name, speed);
    return speed;
  }

  #loopSpeed(): number {
    this.#loop ??= MEASURED_MILLISECONDS / bestOf(RUNS, spin);
    return this.#loop;
  }
}

function solvingSpeed(game: AnyGame, { steps, run }: Calibration): number {
  return millisecondsOfSteps(game, steps) / bestOf(KERNEL_RUNS, run);
}

function bestOf(runs: number, call: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function spin(): number {
  const table = new Uint32Array(1 << 12);
  let bits = 1;
  for (let step = 0; step < LOOP; step++) {
    bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0;
    table[bits >>> 20] = bits ^ (table[step & 4095] as number);
  }
  return table[0] as number;
}
