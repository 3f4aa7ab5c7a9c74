/**
 * Statement: a position is won by the player to move exactly if one of its options is lost; a
 * position without options is lost. This is the definition, played out.
 * Source: E. Zermelo (1913); the definition of N- and P-positions under normal play.
 * Valid for: games without repetition, with as many positions as fit in memory and fewer than some
 * 10,000 moves in a row (the search is recursive); oracles use it at small sizes only.
 */
export function bruteForce<Position>(
  options: (position: Position) => Iterable<Position>,
  key: (position: Position) => string | number,
): (position: Position) => boolean {
  const known = new Map<string | number, boolean>();
  return function firstPlayerWins(position: Position): boolean {
    const name = key(position);
    const before = known.get(name);
    if (before !== undefined) return before;
    let wins = false;
    for (const option of options(position)) {
      if (firstPlayerWins(option)) continue;
      wins = true;
      break;
    }
    known.set(name, wins);
    return wins;
  };
}
