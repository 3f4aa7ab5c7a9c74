import { casesOf, defineFraming } from '../../framing.ts';
import type { Codec } from '../../game.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

const framing = defineFraming({
  // No claim on the rest of the file: cases that are there are solved even if some are missing.
  frame: (reader) => ({ count: reader.count(limits.cases, 0) }),
  record: readCase,
});

/** `T`, then T times `n MAXQ` and n coins, 0 or 1. What follows is ignored. */
export const codec: Codec<Case, Answer> = {
  framing,
  cases: casesOf(framing),
  formatCases: (cases) => `${cases.length}\n${cases.map(formatCase).join('')}`,
  formatAnswer: (answer) => (answer ? 'win' : 'lose'),
  parseAnswer: (text) => text === 'win',
  separator: '\n',
  head: (count) => `${count}\n`,
};

function readCase(reader: TokenReader): Case {
  const count = reader.count(limits.coins);
  const most = reader.integer(limits.most);
  const coins = new Uint8Array(count);
  orLoseFrame(reader, () => reader.fill(coins, limits.coin));
  return { coins, most };
}

/** What is no coin belongs to something else, so nobody knows where the next case starts: throws. */
export function orLoseFrame(reader: TokenReader, readCoins: () => void): void {
  const { sound } = reader;
  readCoins();
  const report = sound ? reader.takeReport() : null;
  if (report !== null) throw report;
}

function formatCase({ coins, most }: Case): string {
  return `${coins.length} ${most}\n${coins.join(' ')}\n`;
}
