import { afterEach, expect, test, vi } from 'vitest';
import { Batches, type BatchesOptions } from '../../cli/batch/batches.ts';
import type { Instance } from '../../cli/batch/instance.ts';
import { Pace } from '../../cli/batch/pace.ts';
import { instancesNamed } from './some-instances.ts';

const ITEMS_A_TURN = 3;

/** Two threads that solve; both take as long as they are told, on a clock of their own. */
class Scene {
  clock = 0;
  readonly here: string[] = [];
  readonly there: string[] = [];
  /** All of them, in the order in which they were done. */
  readonly order: string[] = [];
  starts = 0;
  /** Batches on workers at the same time, at the most. */
  most = 0;
  #busy = 0;

  readonly #milliseconds: number;
  readonly #isShort: (file: string) => boolean;

  constructor(milliseconds: number, isShort: (file: string) => boolean = () => true) {
    this.#milliseconds = milliseconds;
    this.#isShort = isShort;
    vi.spyOn(performance, 'now').mockImplementation(() => this.clock);
  }

  batches(options: Partial<BatchesOptions> = {}): Batches {
    const solvers = {
      here: async (items: readonly Instance[]) => {
        const taken = items.slice(0, ITEMS_A_TURN);
        const short = taken.filter(({ file }) => this.#isShort(file));
        this.clock += this.#milliseconds * short.length;
        const files = short.map(({ file }) => file);
        this.here.push(...files);
        this.order.push(...files);
        const forWorker = taken.filter(({ file }) => !this.#isShort(file));
        return { rest: items.slice(ITEMS_A_TURN), forWorker };
      },
      there: async (items: readonly Instance[]) => {
        this.most = Math.max(this.most, ++this.#busy);
        await new Promise((resolve) => setTimeout(resolve, 2));
        const files = items.map(({ file }) => file);
        this.there.push(...files);
        this.order.push(...files);
        this.#busy--;
      },
      start: async () => {
        this.starts++;
      },
    };
    return new Batches(solvers, { jobs: 2, isFull: () => false, stopped: () => false, ...options });
  }
}

async function dealOut(batches: Batches, files: readonly string[], enough = 10): Promise<void> {
  for (const [at, item] of instancesNamed(...files).entries())
    await batches.add(item, { enough, left: files.length - at - 1 });
  await batches.dealOut();
  await batches.finish();
}

function named(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${at}`);
}

function inOrder(files: readonly string[]): string[] {
  return files.toSorted((a, b) => Number(a) - Number(b));
}

afterEach(() => vi.restoreAllMocks());

test('a short run is solved by the main thread alone, in order', async () => {
  const scene = new Scene(5);
  await dealOut(scene.batches(), named(40));
  expect(scene.here).toEqual(named(40));
  expect([scene.starts, scene.there]).toEqual([0, []]);
});

test('a long run is shared with workers, and each instance is solved once', async () => {
  const scene = new Scene(5);
  await dealOut(scene.batches(), named(1000));
  expect(scene.starts).toBe(1);
  expect(scene.there.length).toBeGreaterThan(0);
  expect(scene.here.length).toBeGreaterThan(0);
  expect(inOrder(scene.order)).toEqual(named(1000));
  // The main thread is the other one of the two that may be at work.
  expect(scene.most).toBe(1);
});

test('what would keep the main thread goes to workers, as many at a time as there are jobs', async () => {
  const scene = new Scene(5, (file) => Number(file) % 2 === 0);
  await dealOut(scene.batches({ jobs: 3 }), named(60));
  expect(scene.here.every((file) => Number(file) % 2 === 0)).toBe(true);
  expect(inOrder(scene.order)).toEqual(named(60));
  expect(scene.most).toBeLessThanOrEqual(3);
});

test('one job is one thread at work at a time', async () => {
  const scene = new Scene(5, (file) => Number(file) < 30);
  await dealOut(scene.batches({ jobs: 1 }), named(1000));
  expect([scene.starts, scene.most]).toEqual([0, 1]);
  expect(scene.there).toEqual(named(1000).slice(30));
});

test('a run that is stopped deals out no more', async () => {
  const scene = new Scene(5);
  await dealOut(scene.batches({ stopped: () => scene.here.length >= 6 }), named(40));
  expect(scene.here).toEqual(named(6));
});

test('as long as the results are held up, nothing more is begun beside a worker', async () => {
  const scene = new Scene(5, (file) => file !== '0');
  await dealOut(scene.batches({ isFull: () => scene.there.length === 0 }), named(40));
  expect(scene.order.slice(0, 3)).toEqual(['1', '2', '0']);
  expect(inOrder(scene.order)).toEqual(named(40));
});

test('the pace is that of the last instances, without the first ones', () => {
  const pace = new Pace();
  pace.add(1, 45);
  expect(pace.each).toBe(null);
  pace.add(1, 20);
  expect(pace.each).toBe(null);
  pace.add(50, 49);
  pace.add(50, 51);
  expect(pace.each).toBe(1);
  pace.add(10, 60);
  expect(pace.each).toBe(6);
});

test('many short instances are worth workers later than few long ones', async () => {
  const short = new Scene(0.5);
  await dealOut(short.batches(), named(4000));
  expect(short.starts).toBe(0);
  const shared = new Scene(0.5);
  await dealOut(shared.batches({ jobs: 8 }), named(4000));
  expect(shared.starts).toBe(1);
});
