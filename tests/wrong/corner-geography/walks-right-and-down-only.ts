/** Forgets that the token may turn back: right and down alone, every walk has 2(n − 1) steps. */
export function solve(side: number): boolean {
  return (2 * (side - 1)) % 2 === 1;
}
