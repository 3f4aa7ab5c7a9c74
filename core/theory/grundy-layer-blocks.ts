import { applyToLanes, fillLane, LANES } from '../number/affine-map.ts';
import { highestBit, lowestBit } from '../number/bits.ts';
import type { GrundyLayers } from './count-by-grundy-layers.ts';
import { GrundyLayerMaps, lowVertices } from './grundy-layer-maps.ts';

/** Blocks from `first` up to `last`, which is not included; all of one round. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
}

/** The first block alone, then one round for each inner vertex above the low ones. */
export function roundCount(inner: number, low = lowVertices(inner)): number {
  return 1 + inner - low;
}

/** All blocks of a round. */
export function blocksOf(round: number): BlockRange {
  return round === 0 ? { first: 0, last: 1 } : { first: 2 ** (round - 1), last: 2 ** round };
}

/**
 * Statement: let a block be the π of all sets of inner vertices that share their high part Uh (see
 * `grundy-layer-maps.ts`), and number it by Uh. Block 0 is a triangular system by itself; a block
 * above it is the sum, over all parts of Uh into Th and Qh, of A(Th, Qh) · (M · block Qh + c), with
 * Th ∋ the highest vertex of Uh, so that Qh is a block of an earlier round: round 0 is block 0, round
 * r the blocks from 2^(r − 1) up to 2^r. Inside a round no block needs another one.
 * Proof: the largest vertex of U lies in T; Q ⊂ U is of a smaller number for every T ≠ ∅.
 * Source: our own step.
 * Valid for: as `count-by-grundy-layers.ts`.
 */
export class GrundyLayerBlocks {
  /** Sets in a block. */
  readonly size: number;
  readonly #layers: GrundyLayers;
  readonly #maps: GrundyLayerMaps;
  /** For each high vertex, the high vertices with an edge to it. */
  readonly #tails: Int32Array;
  readonly #lanes: Float64Array;
  readonly #images: Uint32Array;

  constructor(layers: GrundyLayers, low = lowVertices(layers.graph.inner)) {
    this.#layers = layers;
    this.#maps = new GrundyLayerMaps(layers, low);
    this.size = this.#maps.size;
    this.#tails = highTails(layers.graph.out, this.#maps.low, layers.graph.inner);
    this.#lanes = new Float64Array(this.size * LANES);
    this.#images = new Uint32Array(this.size * LANES);
  }

  /** Writes the blocks of a range into `target`, all 0 before, from the blocks of earlier rounds. */
  solve(range: BlockRange, known: Uint32Array, target: Uint32Array): void {
    if (range.first === 0) this.#solveLowest(target);
    else this.#addLayers(range, known, target);
  }

  #addLayers(range: BlockRange, known: Uint32Array, target: Uint32Array): void {
    const { fixed, free } = prefixOf(range);
    const top = 2 ** highestBit(range.first);
    const others = (fixed ^ top) | free;
    for (let rest = 0; ; rest = (rest - others) & others) {
      this.#addLayer(top | rest, range, known, target);
      if (rest === others) return;
    }
  }

  /** Forward substitution: row Ul needs only rows Ql ⊂ Ul. */
  #solveLowest(target: Uint32Array): void {
    const { field } = this.#layers;
    const map = this.#maps.of(0);
    for (let row = 0; row < this.size; row++) {
      let sum = map.constants[row] as number;
      const end = map.starts[row + 1] as number;
      for (let place = map.starts[row] as number; place < end; place++) {
        const share = target[map.columns[place] as number] as number;
        sum = field.add(sum, field.multiply(map.entryAt(place), share));
      }
      target[row] = sum;
    }
  }

  /** Adds the terms of one Th to all blocks of the range. */
  #addLayer(layer: number, range: BlockRange, known: Uint32Array, target: Uint32Array): void {
    const laters = this.#latersOf(layer, range);
    if (laters.length === 0) return;
    const map = this.#maps.of(layer << this.#maps.low);
    for (let first = 0; first < laters.length; first += LANES) {
      const used = Math.min(LANES, laters.length - first);
      for (let lane = 0; lane < used; lane++) {
        fillLane(this.#lanes, lane, known, (laters[first + lane] as number) * this.size);
      }
      applyToLanes(map, this.#lanes, this.#layers.field, this.#images);
      for (let lane = 0; lane < used; lane++) {
        const later = laters[first + lane] as number;
        const place = ((layer | later) - range.first) * this.size;
        this.#addImage(lane, this.#weight(layer, later), target, place);
      }
    }
  }

  /** All Qh that Th leaves a weight other than 0 and that give a block of the range. */
  #latersOf(layer: number, range: BlockRange): number[] {
    const { fixed, free } = prefixOf(range);
    const forced = fixed & ~layer;
    const reach = this.#above(layer);
    const laters: number[] = [];
    if ((forced & ~reach) !== 0) return laters;
    const others = free & reach & ~layer;
    for (let rest = 0; ; rest = (rest - others) & others) {
      const block = layer | forced | rest;
      if (block >= range.first && block < range.last) laters.push(forced | rest);
      if (rest === others) return laters;
    }
  }

  /** The high vertices with an edge into a high set. */
  #above(set: number): number {
    let tails = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      tails |= this.#tails[lowestBit(rest)] as number;
    }
    return tails;
  }

  /** A(Th, Qh) */
  #weight(layer: number, later: number): number {
    const { low } = this.#maps;
    return this.#layers.eachKeepsOne(later << low, layer << low);
  }

  #addImage(lane: number, weight: number, target: Uint32Array, place: number): void {
    const { field } = this.#layers;
    const images = this.#images;
    const end = place + this.size;
    for (let at = place, from = lane; at < end; at++, from += LANES) {
      const term = field.multiply(weight, images[from] as number);
      target[at] = field.add(target[at] as number, term);
    }
  }
}

/** The bits that all numbers of a range have in common, and a mask of the bits below them. */
function prefixOf({ first, last }: BlockRange): { fixed: number; free: number } {
  const free = 2 ** (highestBit(first ^ (last - 1)) + 1) - 1;
  return { fixed: first & ~free, free };
}

/** For each high vertex, the high vertices with an edge to it. */
function highTails(out: Int32Array, low: number, inner: number): Int32Array {
  const tails = new Int32Array(inner - low);
  for (let tail = 0; tail < tails.length; tail++) {
    for (let head = tail + 1; head < tails.length; head++) {
      const edge = ((out[low + tail] as number) >>> (low + head)) & 1;
      tails[head] = (tails[head] as number) | (edge << tail);
    }
  }
  return tails;
}
