import type { BipartiteGraph } from './bipartite-graph.ts';

/**
 * The open cells of a board, each joined with the open cells above, beside and below it. Cells are
 * vertices row by row, blocked ones without edges; the sides are the colours of a chessboard.
 * O(cells).
 */
export function gridGraph(rows: number, columns: number, open: Uint8Array): BipartiteGraph {
  const vertices = rows * columns;
  const offsets = new Int32Array(vertices + 1);
  const neighbours = new Int32Array(4 * vertices);
  const sides = new Uint8Array(vertices);
  let filled = 0;
  let v = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (open[v] === 1) {
        if (row > 0 && open[v - columns] === 1) neighbours[filled++] = v - columns;
        if (column > 0 && open[v - 1] === 1) neighbours[filled++] = v - 1;
        if (column + 1 < columns && open[v + 1] === 1) neighbours[filled++] = v + 1;
        if (row + 1 < rows && open[v + columns] === 1) neighbours[filled++] = v + columns;
      }
      sides[v] = (row + column) & 1;
      offsets[++v] = filled;
    }
  }
  return { vertices, offsets, neighbours: neighbours.subarray(0, filled), sides };
}
