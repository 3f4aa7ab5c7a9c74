import type { CaseResults } from '../../core/pipeline/manifest.ts';
import type { CaseResult } from '../../core/pipeline/solve-case.ts';
import { caseResultAt } from '../../core/pipeline/solve-chunk.ts';

/** Case results by columns, which takes a fraction of the time and the memory to be sent. */
export interface PackedResults {
  /** Different answers, in the order in which they come first. */
  readonly texts: readonly string[];
  /** Of each case, the number of its answer; that of none for null. */
  readonly answers: Int32Array;
  readonly steps: Float64Array;
  readonly milliseconds: Float64Array;
  /** The few cases that have anything else, by their index. */
  readonly others: ReadonlyMap<number, Others>;
}

type Others = Pick<CaseResult, 'error' | 'caveat' | 'certified'>;

const NONE = -1;

/** Packs the results of cases one after another. */
export class ResultsPacker {
  readonly #numbers = new Map<string, number>();
  readonly #answers: Int32Array;
  readonly #steps: Float64Array;
  readonly #milliseconds: Float64Array;
  readonly #others = new Map<number, Others>();
  /** Cases so far. */
  count = 0;

  /** Room for so many cases. */
  constructor(cases: number) {
    this.#answers = new Int32Array(cases);
    this.#steps = new Float64Array(cases);
    this.#milliseconds = new Float64Array(cases);
  }

  add({ answer, steps, milliseconds, error, caveat, certified }: CaseResult): void {
    const index = this.count++;
    this.#answers[index] = answer === null ? NONE : this.#numberOf(answer);
    this.#steps[index] = steps;
    this.#milliseconds[index] = milliseconds;
    if (error !== null || caveat !== null || certified !== null)
      this.#others.set(index, { error, caveat, certified });
  }

  addAll(results: CaseResults): void {
    for (const index of results.answers.keys()) this.add(caseResultAt(results, index));
  }

  finish(): PackedResults {
    return {
      texts: [...this.#numbers.keys()],
      answers: this.#answers.subarray(0, this.count),
      steps: this.#steps.subarray(0, this.count),
      milliseconds: this.#milliseconds.subarray(0, this.count),
      others: this.#others,
    };
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

export function packResults(results: readonly CaseResult[]): PackedResults {
  const packer = new ResultsPacker(results.length);
  for (const result of results) packer.add(result);
  return packer.finish();
}

export function unpackResults(packed: PackedResults): CaseResult[] {
  return Array.from(packed.answers.keys(), (index) => resultAt(packed, index));
}

/** The result of the case of that index. */
export function resultAt(
  { texts, answers, steps, milliseconds, others }: PackedResults,
  index: number,
): CaseResult {
  const { error, caveat, certified } = others.get(index) ?? NOTHING_ELSE;
  const number = answers[index] as number;
  return {
    error,
    caveat,
    certified,
    answer: number === NONE ? null : (texts[number] as string),
    steps: steps[index] as number,
    milliseconds: milliseconds[index] as number,
  };
}

const NOTHING_ELSE: Others = { error: null, caveat: null, certified: null };
