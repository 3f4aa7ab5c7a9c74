import { expect, test } from 'vitest';
import { layerXors } from '../../../core/theory/mex-layers.ts';

test('heights are added up per layer, as unsigned numbers', () => {
  const layers = Int32Array.of(0, 2, 0, 2, 1);
  const heights = Uint32Array.of(0xffffffff, 5, 0x7fffffff, 5, 9);
  expect([...layerXors(layers, heights)]).toEqual([0x80000000, 9, 0]);
});
