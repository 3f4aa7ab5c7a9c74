import type { AnyGame } from '../../core/game.ts';
import type { CaseResult, ParsedFile } from '../../core/pipeline/manifest.ts';
import { type AnyProof, REACH } from '../../core/proof.ts';
import type { Finding } from '../../core/text/errors.ts';

/**
 * Holds solved cases to what else is known of them: their certificate, and the brute force where a
 * search can reach. A case that disagrees becomes an error, for one of the two has a bug.
 */
export function withSecondOpinion(
  game: AnyGame,
  file: ParsedFile,
  results: readonly CaseResult[],
  proof: AnyProof | null,
): readonly CaseResult[] {
  return results.map((result, index) => {
    if (result.status === 'error') return result;
    const parsed = file.cases[index];
    if (result.certificate?.verified === false) return disagreement(result, 'its certificate');
    if (proof === null || parsed?.kind !== 'case' || proof.positions(parsed.value) > REACH)
      return result;
    return confirms(game, proof, parsed.value, result.answer)
      ? result
      : disagreement(result, 'brute force');
  });
}

/** Rule of a case on which two of our own ways to the answer disagree; the exit code is 6. */
export const DISAGREEMENT = 'bug/disagreement';

function confirms(game: AnyGame, proof: AnyProof, value: unknown, answer: string): boolean {
  if (proof.accepts !== undefined) return proof.accepts(value, game.codec.parseAnswer(answer));
  return game.codec.formatAnswer(proof.oracle(value)) === answer;
}

function disagreement(
  { number, answer }: { number: number; answer: string },
  by: string,
): CaseResult {
  const error: Finding = {
    rule: DISAGREEMENT,
    place: null,
    found: `the answer ${answer.slice(0, 100)}`,
    allowed: `what ${by} says`,
    hint: 'this is a bug of nimbus: please report it with the file',
  };
  return { status: 'error', number, error };
}
