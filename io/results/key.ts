import type { Asked } from '../../core/game.ts';
import { registry } from '../../core/games/index.ts';
import { describeAsked, isAsked } from '../../core/pipeline/asked.ts';
import { VERSION } from '../../core/version.ts';
import { sha256 } from '../hash.ts';
import { versionOf } from './row.ts';

/** What an answer depends on beside the text. */
export interface KeyOptions {
  readonly lenient: boolean;
  readonly literal: boolean;
  readonly certify: 'none' | 'sample' | 'all';
  readonly secondSolver: boolean;
  readonly asked: Asked;
}

/** Where the content tells the game, a new version of any of them may tell otherwise. */
export const ALL_SOLVERS = registry.map(({ name, version }) => `${name}@${version}`).join(' ');

/** Hash of everything that the rows of an instance depend on, apart from times. */
export function keyOf(
  { game, expect }: { readonly game: string | null; readonly expect: string | null },
  sha256In: string,
  { lenient, literal, certify, secondSolver, asked }: KeyOptions,
): string {
  const solver = game === null ? ALL_SOLVERS : `${game}@${versionOf(game)}`;
  // The judge's answer adds nothing, so that what is known of it stays known.
  const other = isAsked(asked) ? [describeAsked(asked)] : [];
  const switches = [lenient, literal, certify, secondSolver, ...other].join(' ');
  return sha256([VERSION, solver, sha256In, switches, expect ?? ''].join('\n'));
}
