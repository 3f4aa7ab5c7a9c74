/**
 * Vectors over the integers mod 3, packed as numbers in base 3, digit i for coordinate i. They serve
 * as table indices; up to 19 coordinates fit signed 32-bit numbers.
 */

/** 3^coordinates, the number of vectors. */
export function vectorCount(coordinates: number): number {
  return 3 ** coordinates;
}

/** For each number of `coordinates` bits the vector with the same digits. */
export function vectorsOfBits(coordinates: number): Int32Array {
  const vectors = new Int32Array(2 ** coordinates);
  for (let coordinate = 0; coordinate < coordinates; coordinate++) {
    const known = 2 ** coordinate;
    for (let bits = 0; bits < known; bits++) {
      vectors[known + bits] = (vectors[bits] as number) + 3 ** coordinate;
    }
  }
  return vectors;
}

/** For each vector the one that is missing to `sum`, whose coordinates are given one by one. */
export function complementsTo(sum: readonly number[]): Int32Array {
  const complements = new Int32Array(vectorCount(sum.length));
  sum.forEach((wanted, coordinate) => {
    const known = vectorCount(coordinate);
    for (let digit = 2; digit >= 0; digit--) {
      const missing = ((wanted - digit + 3) % 3) * known;
      for (let vector = 0; vector < known; vector++) {
        complements[digit * known + vector] = (complements[vector] as number) + missing;
      }
    }
  });
  return complements;
}
