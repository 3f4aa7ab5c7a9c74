/**
 * An undirected bipartite graph in compressed sparse rows: the neighbours of v are
 * `neighbours[offsets[v]] … neighbours[offsets[v + 1] − 1]`, so every edge stands in two rows.
 * Vertices are 0-based.
 */
export interface BipartiteGraph {
  readonly vertices: number;
  /** Length vertices + 1. */
  readonly offsets: Int32Array;
  readonly neighbours: Int32Array;
  /** 0 or 1 per vertex; the two ends of an edge differ. */
  readonly sides: Uint8Array;
}

/** Stands for the mate of an uncovered vertex. */
export const UNCOVERED = -1;
