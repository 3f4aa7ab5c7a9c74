/**
 * Statement: every vertex of a DAG bears a height; a move lowers the height of one vertex and gives
 * any heights to its direct successors. Let the layer of a vertex be the mex of the layers of its
 * direct successors. A position is lost exactly if in every layer the xor of the heights is 0.
 * Proof: no vertex has a successor in its own layer, so a move changes exactly one height of the
 * layer of its vertex: from all zeros it leads to something else. From something else, take the
 * highest layer whose xor X is not 0 and a vertex there with (h xor X) < h, and lower it to that; it
 * has a successor in every lower layer, which takes up that layer's xor.
 * Source: Codeforces Round 556, problem 1149E, and its editorial.
 * Valid for: directed acyclic graphs; heights below 2^32, which the winning moves do not leave.
 *
 * The xor of the heights of each layer, indexed by layer; `layers` are the Grundy values of the
 * vertices (theory/grundy-on-dag). O(n).
 */
export function layerXors(layers: Int32Array, heights: Uint32Array): Uint32Array {
  let highest = 0;
  for (const layer of layers) if (layer > highest) highest = layer;
  const xors = new Uint32Array(highest + 1);
  for (let vertex = 0; vertex < layers.length; vertex++) {
    const layer = layers[vertex] as number;
    xors[layer] = (xors[layer] as number) ^ (heights[vertex] as number);
  }
  return xors;
}
