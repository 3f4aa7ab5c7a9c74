import { casesOf, defineFraming } from '../../framing.ts';
import type { Codec } from '../../game.ts';
import { InvariantError } from '../../text/errors.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

const framing = defineFraming<Case, { count: number; threshold: number }>({
  // No claim on the rest of the file: cases that are there are solved even if some are missing.
  frame: (reader) => ({
    count: reader.count(limits.cases, 0),
    threshold: readThreshold(reader),
  }),
  record(reader, { threshold }) {
    const heaps = new Int32Array(reader.count(limits.heaps));
    return { threshold, heaps: reader.fill(heaps, limits.size) };
  },
});

/** `T F`, then T lines `N a1 … aN`. All answers stand on one line. */
export const codec: Codec<Case, Answer> = {
  framing,
  cases: casesOf(framing),

  /** The cases must share their F, for a file has but one. */
  formatCases(cases) {
    const threshold = cases[0]?.threshold ?? limits.threshold.min;
    if (cases.some((c) => c.threshold !== threshold)) {
      throw new InvariantError('even-split-heaps: cases of one file with different F');
    }
    const lines = cases.map(({ heaps }) => `${[heaps.length, ...heaps].join(' ')}\n`);
    return `${cases.length} ${threshold}\n${lines.join('')}`;
  },

  formatAnswer: (answer) => (answer ? '1' : '0'),
  parseAnswer: (text) => text === '1',
  separator: ' ',
  head: (count, { threshold }) => `${count} ${threshold}\n`,
};

/** All cases are played by F, so a bad one ends the file. */
function readThreshold(reader: TokenReader): number {
  const threshold = reader.integer(limits.threshold);
  const report = reader.takeReport();
  if (report !== null) throw report;
  return threshold;
}
