import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TICK_MILLISECONDS } from './orders.ts';

/** What an order may take. */
export interface Limits {
  /** Each of its cases. */
  readonly caseMilliseconds: number;
  /** All of them. */
  readonly milliseconds: number;
  /** Memory of its process. */
  readonly bytes: number;
}

const POLL_MILLISECONDS = 20;

/** Ends a process that takes too long or too much memory. */
export class Guard {
  /** What the process was ended for. */
  ended: 'case' | 'all' | 'memory' | null = null;
  readonly #child: ChildProcess;
  readonly #case: NodeJS.Timeout;
  readonly #all: NodeJS.Timeout;
  readonly #poll: NodeJS.Timeout;

  constructor(child: ChildProcess, { caseMilliseconds, milliseconds, bytes }: Limits) {
    this.#child = child;
    // A case may begin that long after the tick from which its time is counted.
    this.#case = timer(caseMilliseconds + TICK_MILLISECONDS, () => this.#kill('case'));
    this.#all = timer(milliseconds, () => this.#kill('all'));
    this.#poll = setInterval(() => {
      if (residentBytes(child.pid) > bytes) this.#kill('memory');
    }, POLL_MILLISECONDS);
  }

  /** The process came to another case. */
  renew(): void {
    this.#case.refresh();
  }

  end(): void {
    clearTimeout(this.#case);
    clearTimeout(this.#all);
    clearInterval(this.#poll);
  }

  #kill(reason: NonNullable<Guard['ended']>): void {
    this.ended ??= reason;
    this.#child.kill('SIGKILL');
  }
}

/** Longer ones fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

function timer(milliseconds: number, action: () => void): NodeJS.Timeout {
  return setTimeout(action, Math.min(milliseconds, LONGEST_TIMER));
}

/** Memory of a process; 0 where the system does not tell it as Linux does, or the process is gone. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return 0;
    throw error;
  }
}
