import { InvariantError } from '../text/errors.ts';

/** For the player to move: a win or a loss can be forced, or neither and play need not end. */
export type Outcome = 'won' | 'lost' | 'endless';

/** A position that was reached, with what is still to be known about its options. */
interface Node<Position> {
  readonly position: Position;
  readonly predecessors: Node<Position>[];
  /** Options that are not known to be won for the opponent. */
  open: number;
  outcome: Outcome;
}

/**
 * Statement: a position without options is lost; one with a lost option is won; one whose options
 * are all won is lost; applied until nothing changes, this finds all positions that are won or lost,
 * and in the others each player can avoid losing for ever.
 * Source: retrograde analysis; C. A. B. Smith, Graphs and composite games, Journal of Combinatorial
 * Theory 1 (1966), for games with repetition.
 * Valid for: any game under normal play in which play may repeat, impartial or not (then the player
 * to move is part of the position); all positions reached from `starts` must fit in memory.
 */
export function bruteForceWithCycles<Position>(
  starts: Iterable<Position>,
  options: (position: Position) => Iterable<Position>,
  key: (position: Position) => string | number,
): (position: Position) => Outcome {
  const nodes = new Map<string | number, Node<Position>>();
  const waiting: Node<Position>[] = [];
  const reach = (position: Position) => {
    const name = key(position);
    const known = nodes.get(name);
    if (known !== undefined) return known;
    const node: Node<Position> = { position, predecessors: [], open: 0, outcome: 'endless' };
    nodes.set(name, node);
    waiting.push(node);
    return node;
  };
  for (const start of starts) reach(start);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const option of options(node.position)) {
      reach(option).predecessors.push(node);
      node.open++;
    }
  }
  settle(nodes.values());
  return (position) => {
    const node = nodes.get(key(position));
    if (node !== undefined) return node.outcome;
    throw new InvariantError(
      `bruteForceWithCycles: ${key(position)} is not reached from the starts`,
    );
  };
}

/** Spreads the outcomes backwards from the positions without options. */
function settle<Position>(nodes: Iterable<Node<Position>>): void {
  const settled = [...nodes].filter((node) => node.open === 0);
  for (const node of settled) node.outcome = 'lost';
  for (let node = settled.pop(); node !== undefined; node = settled.pop()) {
    for (const before of node.predecessors) {
      if (before.outcome !== 'endless') continue;
      if (node.outcome === 'won') before.open--;
      if (node.outcome === 'won' && before.open > 0) continue;
      before.outcome = node.outcome === 'won' ? 'lost' : 'won';
      settled.push(before);
    }
  }
}
