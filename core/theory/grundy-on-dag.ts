import type { Csr } from '../graph/csr.ts';
import { zeros } from '../graph/instance-memory.ts';
import { rememberLast } from '../graph/remember-last.ts';
import { topologicalOrder } from '../graph/topological-order.ts';

/**
 * Statement: a token on a vertex of a directed acyclic graph moves along an edge, and who cannot
 * move loses. The Grundy value of a vertex is the mex of the Grundy values of the heads of its
 * edges; it is at most its out-degree, and a graph with a vertex of value g has at least
 * g (g + 1) / 2 edges, for below it lie vertices of all values up to g − 1.
 * Source: R. P. Sprague (1935) and P. M. Grundy (1939); Ferguson, Game Theory, part I, chapter 3.
 * Valid for: directed acyclic graphs, parallel edges allowed.
 *
 * O(n + m), iterative: vertices from the sinks up, and a value counts as seen at a vertex when it
 * bears that vertex's stamp, so that nothing is cleared in between.
 */
export const grundyValues = rememberLast((graph: Csr): Int32Array => {
  const { vertices, offsets, heads } = graph;
  const values = zeros(vertices);
  const stamps = zeros(vertices + 1).fill(-1);
  const order = topologicalOrder(graph);
  for (let next = order.length - 1; next >= 0; next--) {
    const vertex = order[next] as number;
    const end = offsets[vertex + 1] as number;
    for (let place = offsets[vertex] as number; place < end; place++) {
      stamps[values[heads[place] as number] as number] = vertex;
    }
    let value = 0;
    while (stamps[value] === vertex) value++;
    values[vertex] = value;
  }
  return values;
});
