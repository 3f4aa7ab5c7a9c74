import type { AnyGame } from '../../core/game.ts';
import type { CaseResults, ParsedFile } from '../../core/pipeline/manifest.ts';
import { type AnyProof, REACH } from '../../core/proof.ts';
import { disagreement } from '../../core/text/errors.ts';

/**
 * Holds solved cases to what else is known of them: their certificate, and the brute force where a
 * search can reach. A case that disagrees becomes an error, for one of the two has a bug.
 */
export function withSecondOpinion(
  game: AnyGame,
  { cases }: ParsedFile,
  results: CaseResults,
  proof: AnyProof | null,
): CaseResults {
  if (proof === null && results.certified.size === 0) return results;
  const errors = new Map(results.errors);
  for (const [index, answer] of results.answers.entries()) {
    if (answer === null) continue;
    if (results.certified.get(index) === false) {
      errors.set(index, disagreement(shown(answer), 'what its certificate says'));
    } else if (proof !== null && !confirms(game, proof, cases[index], answer)) {
      errors.set(index, disagreement(shown(answer), 'what brute force says'));
    }
  }
  if (errors.size === results.errors.size) return results;
  const answers = results.answers.map((answer, index) => (errors.has(index) ? null : answer));
  return { ...results, answers, errors };
}

/** False only where a search can reach the case and finds another answer. */
function confirms(game: AnyGame, proof: AnyProof, value: unknown, answer: string): boolean {
  if (proof.positions(value) > REACH) return true;
  if (proof.accepts !== undefined) return proof.accepts(value, game.codec.parseAnswer(answer));
  return game.codec.formatAnswer(proof.oracle(value)) === answer;
}

function shown(answer: string): string {
  return `the answer ${answer.slice(0, 100)}`;
}
