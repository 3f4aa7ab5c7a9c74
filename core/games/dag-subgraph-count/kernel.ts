import type { SharedMemory } from '../../table-split.ts';
import { InvariantError } from '../../text/errors.ts';
import type { TwoSources } from '../../theory/count-by-grundy-layers.ts';
import type { BlockRange } from '../../theory/grundy-layer-blocks.ts';
import { kernelBase64 } from './kernel.wasm.ts';

/** The functions of `assembly/index.ts`; addresses and masks are 32-bit integers. */
interface Exports {
  readonly setUp: (scratch: number, cells: number, low: number, modulus: number) => number;
  readonly setHalf: (half: number) => void;
  readonly setEdges: (vertex: number, heads: number) => void;
  readonly setSources: (first: number, second: number) => void;
  readonly solveLowest: () => void;
  readonly solveBlocks: (first: number, last: number) => void;
  readonly termOfBlocks: (first: number, last: number, inner: number) => number;
}

/** Bytes that the kernel of one thread uses beside the table. */
export const SCRATCH_BYTES = 2 ** 19;

/** From so many inner vertices on the kernel is faster than the plain solver, with what it takes to set it up. */
export const KERNEL_FROM = 12;

/** How many of the inner vertices make up the low part; the bounds are in `assembly/residue.ts`. */
export function kernelLow(inner: number, modulus: number): number {
  return Math.min(inner, modulus < 2 ** 30 ? 9 : 7);
}

/** What is solved: a graph, modulo an odd number below 2^31, into the table at an address. */
export interface KernelTask {
  readonly graph: TwoSources;
  readonly modulus: number;
  /** Bytes; a multiple of 4. */
  readonly cells: number;
}

/** The blocked sum of theory/grundy-layer-blocks in WebAssembly, for one thread, over shared memory. */
export class Kernel {
  readonly #exports: Exports;
  readonly #scratch: number;
  #task: KernelTask | null = null;

  /** `scratch` is the address of `SCRATCH_BYTES` that are this thread's own. */
  constructor(memory: SharedMemory, scratch: number) {
    this.#exports = new WebAssembly.Instance(compiled(), { env: { memory } })
      .exports as unknown as Exports;
    this.#scratch = scratch;
  }

  /** Writes the blocks of a range of one round, all with the same leading bits. */
  solve(task: KernelTask, { first, last }: BlockRange): void {
    if (this.#task !== task) this.#begin(task);
    if (first === 0) this.#exports.solveLowest();
    else this.#exports.solveBlocks(first, last);
  }

  /** The terms of some finished blocks in π of all vertices, modulo the modulus. */
  termOf(task: KernelTask, { first, last }: BlockRange): number {
    if (this.#task !== task) this.#begin(task);
    return this.#exports.termOfBlocks(first, last, task.graph.inner) >>> 0;
  }

  #begin(task: KernelTask): void {
    const { graph, modulus, cells } = task;
    const kernel = this.#exports;
    const end = kernel.setUp(this.#scratch, cells, kernelLow(graph.inner, modulus), modulus);
    if (end > this.#scratch + SCRATCH_BYTES) {
      throw new InvariantError(`Kernel: scratch of ${end - this.#scratch} bytes`);
    }
    // 1/2 is (m + 1) / 2, and that minus m is the representative nearest to 0.
    kernel.setHalf((1 - modulus) / 2);
    graph.out.forEach((heads, vertex) => {
      kernel.setEdges(vertex, heads);
    });
    kernel.setSources(graph.fromFirst, graph.fromSecond);
    this.#task = task;
  }
}

let module: WebAssembly.Module | null = null;

function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(
    Uint8Array.from(atob(kernelBase64), (letter) => letter.charCodeAt(0)),
  );
  return module;
}
