import type { CaseResults, Chunk } from './manifest.ts';

/**
 * The results of the cases `first` to `last`, counted from the first one of `results`, whose own index
 * is `origin`. Indices of the slice count from its own first case.
 */
export function sliceOf(results: CaseResults, { first, last }: Chunk, origin = 0): CaseResults {
  const { answers, errors, caveats, certified, steps, milliseconds } = results;
  const inside = <Value>(values: ReadonlyMap<number, Value>) => {
    const found = new Map<number, Value>();
    for (const [index, value] of values) {
      const at = index - origin - first;
      if (at >= 0 && at <= last - first) found.set(at, value);
    }
    return found;
  };
  return {
    answers: answers.slice(first, last + 1),
    errors: inside(errors),
    caveats: inside(caveats),
    certified: inside(certified),
    steps: steps.slice(first, last + 1),
    milliseconds: milliseconds.slice(first, last + 1),
  };
}
