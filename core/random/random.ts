/**
 * Seeded random numbers, the same on every platform.
 * Source: Blackman and Vigna, xoshiro128** 1.1, https://prng.di.unimi.it/xoshiro128starstar.c ;
 * seeded by splitmix32 as its authors recommend.
 */
export class Random {
  readonly #state = new Uint32Array(4);

  /** `seed`: any integer, taken mod 2^32. */
  constructor(seed: number) {
    let mixed = seed >>> 0;
    for (let word = 0; word < 4; word++) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let bits = mixed;
      bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
      bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
      this.#state[word] = bits ^ (bits >>> 16);
    }
  }

  /** 32 random bits. */
  bits(): number {
    const state = this.#state;
    const [, s1, s2, s3] = state as unknown as [number, number, number, number];
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
    state[2] = s2 ^ (state[0] as number);
    state[3] = s3 ^ s1;
    state[1] = s1 ^ (state[2] as number);
    state[0] = (state[0] as number) ^ (state[3] as number);
    state[2] = (state[2] as number) ^ (s1 << 9);
    state[3] = rotateLeft(state[3] as number, 11);
    return result;
  }

  /** An integer in 0 … bound − 1, for bound ≤ 2^53. The bias is below bound / 2^53. */
  below(bound: number): number {
    const high = this.bits() >>> 5;
    const low = this.bits() >>> 6;
    return Math.floor(((high * 67108864 + low) / 9007199254740992) * bound);
  }

  /** An integer in first … last, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.below(1 << 30) < probability * (1 << 30);
  }

  /** One of the items; `items` is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** A new array with the same items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [result[last], result[other]] = [result[other] as Item, result[last] as Item];
    }
    return result;
  }
}

function rotateLeft(bits: number, count: number): number {
  return (bits << count) | (bits >>> (32 - count));
}
