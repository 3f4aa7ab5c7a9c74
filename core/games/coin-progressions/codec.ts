import type { Codec } from '../../game.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** `T`, then T times `n MAXQ` and n coins, 0 or 1. What follows is ignored. */
export const codec: Codec<Case, Answer> = {
  *cases(reader) {
    // No claim on the rest of the file: cases that are there are solved even if some are missing.
    const count = reader.count(limits.cases, 0);
    for (let read = 0; read < count; read++) yield readCase(reader);
    reader.endIgnoringRest();
  },

  formatCases: (cases) => `${cases.length}\n${cases.map(formatCase).join('')}`,
  formatAnswer: (answer) => (answer ? 'win' : 'lose'),
  parseAnswer: (text) => text === 'win',
  separator: '\n',
  head: (count) => `${count}\n`,
};

function readCase(reader: TokenReader): Case {
  const count = reader.count(limits.coins);
  const most = reader.integer(limits.most);
  const sound = reader.sound;
  const coins = reader.fill(new Uint8Array(count), limits.coin);
  if (sound) loseFrameOfBadCoin(reader);
  return { coins, most };
}

/** What is no coin belongs to something else, so nobody knows where the next case starts. */
function loseFrameOfBadCoin(reader: TokenReader): void {
  const report = reader.takeReport();
  if (report !== null) throw report;
}

function formatCase({ coins, most }: Case): string {
  return `${coins.length} ${most}\n${coins.join(' ')}\n`;
}
