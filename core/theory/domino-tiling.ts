/**
 * Statement: a token walks on a graph and enters no vertex twice; who cannot step loses. If the
 * vertices fall into pairs of neighbours, the first player wins from everywhere: whenever it is his
 * turn, the partner of the token's vertex is free. If all vertices but the start fall into pairs, the
 * second player wins in the same way. On the n × n board the pairs are dominoes: for even n they cover
 * each row; for odd n they cover all but a corner, first the rest of its row, then each column.
 * Source: A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theoretical
 * Computer Science 112 (1993), whose vertex game this is; BZOJ 2463 for the board.
 * Valid for: every integer n ≥ 1; one that is not exact as a number, from 2^53 on, is a bigint.
 */
export function dominoesCoverBoard(side: number | bigint): boolean {
  return typeof side === 'bigint' ? side % 2n === 0n : side % 2 === 0;
}
